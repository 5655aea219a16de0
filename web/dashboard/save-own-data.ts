import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeads, networkError, refused } from '../api.ts'
import { giveFile } from '../save-file.ts'

const CALL = 'POST /api/own-data/'

/** Saves the copy of one's own data, which the server makes while it is sent. @throws CallFailed */
export async function saveOwnData(password: string): Promise<void> {
  const heads = await callHeads('POST')
  const answer = await fetch(address(CALL, {}), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...heads, accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  }).catch(() => undefined)
  if (!answer) throw networkError()
  if (!answer.ok) {
    const body: Partial<RefusalBody> = await answer.json().catch(() => ({}))
    throw refused(heads, answer.status, body)
  }
  const content = await answer.blob().catch(() => undefined)
  if (!content) throw networkError()
  giveFile(content, 'my-data.zip')
}
