import type { DocumentKind } from '#contract/documents/documents.ts'
import { address, networkError } from '../api.ts'
import { fetchFile, fileNameOf } from '../staff-ui/fetch-file.ts'

const CALL = 'GET /api/staff/applications/{id}/documents/{kind}/'

/** The address of a document that belongs to an application. The link to download it has the same address. */
export const documentAddress = (id: number, kind: DocumentKind) => address(CALL, { params: { id, kind } })

/**
 * Fetches a document: its bytes, and the name under which it is saved. Each call makes an audit entry that
 * the applicant can read.
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
