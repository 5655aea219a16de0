import { SUBMIT_WORDS } from '#contract/application-words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { STORED } from '#contract/limits.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeads, heard, PATIENCE_MS, refused, unheard } from '../api.ts'
import type { CallFailed } from '../call.ts'

const KEY = 'PUT /api/job-applications/update/{id}/'
type Answer = Reply<typeof KEY>
type Sending = { applicationId: number; body: string; tickets: string[] }

const refusal = (status: number, message: string): CallFailed => Object.assign(new Error(message), { status, body: { message } })

const hasToken = () => {
  try {
    return localStorage.getItem(STORED.token) !== null
  } catch {
    // A browser that keeps nothing: the server knows.
    return true
  }
}

/** The one call of the submit; each try is the same. The header of a token needs no CSRF token beside it, which would be a call more. @throws CallFailed */
export async function sendApplication({ applicationId, body, tickets }: Sending): Promise<Answer> {
  if (!hasToken()) throw refusal(tickets.length > 0 ? 401 : 400, SUBMIT_WORDS.noToken)
  const lost = new AbortController()
  const timer = setTimeout(() => lost.abort(), PATIENCE_MS.head)
  let heads: Record<string, string>
  let answer: Response
  let reply: (Partial<RefusalBody> & Partial<Answer>) | undefined
  try {
    heads = await callHeads('GET', KEY)
    answer = await fetch(address(KEY, { params: { id: applicationId } }), {
      method: 'PUT',
      signal: lost.signal,
      credentials: 'same-origin',
      headers: { ...heads, 'content-type': 'application/json' },
      body,
    })
    reply = await answer.json().catch(() => undefined)
  } catch {
    throw unheard()
  } finally {
    clearTimeout(timer)
  }
  if (!answer.ok) throw refused(heads, answer.status, reply ?? {}, Number(answer.headers.get('retry-after')) || undefined)
  // Not one of ours: a network that wants a login first answers in our place.
  if (!reply) throw unheard()
  if (!reply.is_completed || !reply.receipt) throw refusal(answer.status, SUBMIT_WORDS.failed)
  const expires = answer.headers.get('x-session-expires')
  if (expires) heard.sessionExpires(expires)
  return reply as Answer
}
