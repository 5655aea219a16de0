import type { AnswerLine } from '#contract/assistant/endpoints.ts'
import type { Sent } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeaders, sessionEvents, refusalError, networkError } from '../api.ts'
import type { CallFailed } from '../call.ts'

const ENDPOINT = 'POST /api/assistant/'
/** After this time without data from the server, the connection counts as lost. */
const MAX_SILENCE_MS = 30_000

type Question = Sent<typeof ENDPOINT, 'body'>

/** Sends a question to the assistant. Resolves with the body as soon as the server starts to answer. */
async function openAnswer(body: Question, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const sessionHeaders = await callHeaders('POST')
  const response = await fetch(address(ENDPOINT, {}), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { ...sessionHeaders, accept: 'application/x-ndjson', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const sessionExpiresAt = response.headers.get('x-session-expires')
  if (sessionExpiresAt) sessionEvents.sessionExpires(sessionExpiresAt)
  if (response.ok && response.body) return response.body
  const refusal: Partial<RefusalBody> = await response.json().catch(() => ({}))
  // `refusalError` is called without the headers of the request. With the token in them, it could log out a
  // person who only asks for help.
  throw refusalError({}, response.status, refusal)
}

const readLine = (line: string): AnswerLine => JSON.parse(line)

/**
 * Asks our server a question (N2) and yields the answer as it arrives: each line is one JSON object. The
 * answer may end before its last line.
 * @throws CallFailed when the server refused, or with status 0 after a silence or a stop. Any other error
 * when the connection or a line broke.
 */
export async function* answerLines(body: Question, stopSignal: AbortSignal): AsyncGenerator<AnswerLine> {
  const connection = new AbortController()
  const giveUp = () => connection.abort(networkError())
  stopSignal.addEventListener('abort', giveUp)
  let timer = setTimeout(giveUp, MAX_SILENCE_MS)
  try {
    // If the server refuses the CSRF token, a second try uses a new token.
    const stream = await openAnswer(body, connection.signal).catch((error: CallFailed) =>
      error.body?.code === 'csrf' ? openAnswer(body, connection.signal) : Promise.reject(error),
    )
    const reader = stream.getReader()
    const decoder = new TextDecoder()
    let unfinishedLine = ''
    for (let hasEnded = false; !hasEnded; ) {
      const { done, value } = await reader.read()
      clearTimeout(timer)
      timer = setTimeout(giveUp, MAX_SILENCE_MS)
      hasEnded = done
      // A piece from the network may end within a line or a character. `stream` makes the decoder wait for
      // the rest.
      unfinishedLine += decoder.decode(value, { stream: !done })
      const lines = unfinishedLine.split('\n')
      unfinishedLine = lines.pop() ?? ''
      const completeLines = done ? [...lines, unfinishedLine] : lines
      for (const line of completeLines) if (line.trim()) yield readLine(line)
    }
  } finally {
    clearTimeout(timer)
    stopSignal.removeEventListener('abort', giveUp)
    // A caller that stops reading does not need the rest of the answer, so the connection is closed.
    connection.abort()
  }
}
