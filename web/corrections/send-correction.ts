import type { Reply } from '#contract/endpoints.ts'
import { address, callHeaders, networkError, refusalError } from '../api.ts'

const CALL = 'POST /api/corrections/'

/**
 * Sends a request for a correction with its document. `call` sends only JSON, so the form with the file is
 * sent from here. @throws CallFailed
 */
export async function sendCorrection(
  fields: Record<string, string>,
  evidence: File,
): Promise<Reply<typeof CALL>> {
  const requestHeaders = await callHeaders('POST').catch(() => Promise.reject(networkError()))
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('evidence', evidence, evidence.name)
  const answer = await fetch(address(CALL, {}), {
    method: 'POST',
    credentials: 'same-origin',
    headers: requestHeaders,
    body: form,
  }).catch(() => undefined)
  if (!answer) throw networkError()
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw refusalError(requestHeaders, answer.status, body)
  return body
}
