import type { AnswerLine } from '#contract/assistant/endpoints.ts'
import type { Sent } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeads, sessionEvents, refused, networkError } from '../api.ts'
import type { CallFailed } from '../call.ts'

const KEY = 'POST /api/assistant/'
/** A connection that is silent for this long is lost. */
const SILENT_MS = 30_000

type Question = Sent<typeof KEY, 'body'>

async function once(body: Question, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const heads = await callHeads('POST')
  const answer = await fetch(address(KEY, {}), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...heads, accept: 'application/x-ndjson', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const expires = answer.headers.get('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  if (answer.ok && answer.body) return answer.body
  const refusal: Partial<RefusalBody> = await answer.json().catch(() => ({}))
  // Treated as if no token had been sent: a person who asks for help must not be logged out for it.
  throw refused({}, answer.status, refusal)
}

const readLine = (line: string): AnswerLine => JSON.parse(line)

/**
 * N2: asks a question and yields the answer line by line as it arrives. It may end before its last line.
 * @throws CallFailed when the server refused; any other error when there was no answer, or none from our
 * server.
 */
export async function* answerLines(body: Question, left: AbortSignal): AsyncGenerator<AnswerLine> {
  const lost = new AbortController()
  const giveUp = () => lost.abort(networkError())
  left.addEventListener('abort', giveUp)
  let timer = setTimeout(giveUp, SILENT_MS)
  try {
    const stream = await once(body, lost.signal).catch((error: CallFailed) =>
      error.body?.code === 'csrf' ? once(body, lost.signal) : Promise.reject(error),
    )
    const reader = stream.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (let ended = false; !ended; ) {
      const { done, value } = await reader.read()
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_MS)
      ended = done
      rest += decoder.decode(value, { stream: !done })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of done ? [...lines, rest] : lines) if (line.trim()) yield readLine(line)
    }
  } finally {
    clearTimeout(timer)
    left.removeEventListener('abort', giveUp)
    // When the caller stops reading, the answer stops too.
    lost.abort()
  }
}
