import type { DocumentKind } from '#contract/documents/documents.ts'
import { address, networkError } from '../api.ts'
import { fetchFile, fileNameOf } from '../staff-ui/fetch-file.ts'

const CALL = 'GET /api/staff/applications/{id}/documents/{kind}/'

/** The address of an application's document, for the download link too. */
export const documentAddress = (id: number, kind: DocumentKind) => address(CALL, { params: { id, kind } })

/**
 * A document's bytes, and the name it is saved under. Each call writes an audit entry that its applicant can
 * read.
 * @throws CallFailed
 */
export async function fetchDocument(
  id: number,
  kind: DocumentKind,
): Promise<{ content: Blob; name: string }> {
  const response = await fetchFile(documentAddress(id, kind))
  const content = await response.blob().catch(() => undefined)
  if (!content) throw networkError()
  return { content, name: fileNameOf(response, 'document') }
}
