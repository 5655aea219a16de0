import type { RefusalBody } from '#contract/refusals.ts'
import type { Received } from '#contract/endpoints.ts'
import { address, callHeaders, networkError, refusalError } from '../api.ts'
import { giveFile } from '../save-file.ts'

const CALL = 'POST /api/own-data/'

/** What proves that the owner asks for the copy: the password, or the answer of a passkey. */
export type OwnDataProof = Partial<Received<typeof CALL, 'body'>>

/**
 * Saves the copy of one's own data as a ZIP file, which the server makes while it sends it. `call` reads only
 * JSON, so the request is made here. @throws CallFailed
 */
export async function saveOwnData(proof: OwnDataProof): Promise<void> {
  const requestHeaders = await callHeaders('POST')
  const answer = await fetch(address(CALL, {}), {
    method: 'POST',
    credentials: 'same-origin',
    // The answer is a ZIP file, or a refusal in JSON.
    headers: { ...requestHeaders, accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  }).catch(() => undefined)
  if (!answer) throw networkError()
  if (!answer.ok) {
    const body: Partial<RefusalBody> = await answer.json().catch(() => ({}))
    throw refusalError(requestHeaders, answer.status, body)
  }
  const content = await answer.blob().catch(() => undefined)
  if (!content) throw networkError()
  giveFile(content, 'my-data.zip')
}
