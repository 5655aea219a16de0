import type { DocumentKind } from '#contract/documents/documents.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeads, refused, networkError } from '../api.ts'

const CALL = 'GET /api/staff/applications/{id}/documents/{kind}/'

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
  const heads = await callHeads('GET', CALL)
  const answer = await fetch(documentAddress(id, kind), {
    credentials: 'same-origin',
    headers: { ...heads, accept: '*/*' },
  }).catch(() => undefined)
  if (!answer) throw networkError()
  if (!answer.ok)
    throw refused(heads, answer.status, (await answer.json().catch(() => ({}))) as Partial<RefusalBody>)
  const content = await answer.blob().catch(() => undefined)
  if (!content) throw networkError()
  return {
    content,
    name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'document',
  }
}
