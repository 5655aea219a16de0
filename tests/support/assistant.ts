import type { AnswerLine } from '#contract/assistant/endpoints.ts'
import type { Timer } from '../../server/assistant/providers/speak.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Questions that the help pages answer, and one question that no page answers. */
export const KNOWN = 'How do I apply for a job?'
export const UNKNOWN = 'Flibbertigibbet quizzaciously zugzwang?'

type Ask = NonNullable<Parameters<Visitor['request']>[2]>
/** An answer of the assistant: its lines, their joined text (`answerText`), and the last line, its source. */
type ReadAnswer = Answer & { lines: AnswerLine[]; answerText: string; last: AnswerLine | undefined }

let networks = 0
/** The option of a call from a new network, so that no limit for networks stops a test by chance. */
export const somebody = () => ({ ip: `10.${200 + (++networks >> 8)}.${networks & 255}.1` })

/** Splits a whole answer of the assistant into its lines. An answer of another type has none. */
const readAnswer = (answer: Answer): ReadAnswer => {
  const ndjson = answer.headers.get('content-type')?.startsWith('application/x-ndjson')
  const lines = ndjson
    ? answer.text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AnswerLine)
    : []
  const answerText = lines.map((line) => ('text' in line && !('fault' in line) ? line.text : '')).join('')
  return { ...answer, lines, answerText, last: lines.at(-1) }
}

/** Asks the assistant as a person who agrees to outside services, if there are any. */
export const ask = async (
  visitor: Visitor,
  message: string,
  over: Record<string, unknown> = {},
  how: Ask = {},
) => readAnswer(await visitor.post('/api/assistant/', { message, outside: true, ...over }, how))

/** The source of an answer, or its error. 'cut' for an answer without its last line. */
export const sourceOf = ({ last }: ReadAnswer) => {
  if (last === undefined) return undefined
  if ('fault' in last) return last.fault
  return 'source' in last ? last.source : 'cut'
}

/** An answer of the assistant, which the test reads line by line as it arrives. */
export async function listen(
  url: string,
  message: string,
  { ip = '10.200.1.1', signal }: { ip?: string; signal?: AbortSignal } = {},
) {
  const answer = await fetch(`${url}/api/assistant/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ message, outside: true }),
    ...(signal ? { signal } : {}),
  })
  async function* lines() {
    let unfinishedLine = ''
    for await (const piece of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      unfinishedLine += piece
      const whole = unfinishedLine.split('\n')
      unfinishedLine = whole.pop() ?? ''
      for (const line of whole) yield JSON.parse(line) as AnswerLine
    }
  }
  return { status: answer.status, lines: lines() }
}

/** The remaining lines of the assistant's answer, up to its end. */
export async function restOf(lines: AsyncIterable<AnswerLine>): Promise<AnswerLine[]> {
  const rest: AnswerLine[] = []
  for await (const line of lines) rest.push(line)
  return rest
}

/** A timer that fires only when the test says so. */
export function handTimer() {
  const pending = new Set<{ ms: number; ring: () => void }>()
  const timer: Timer = (ms, ring) => {
    const entry = { ms, ring }
    pending.add(entry)
    return () => void pending.delete(entry)
  }
  return {
    timer,
    /** Fires the timers with this delay in milliseconds. Returns how many there were. */
    ring(ms: number) {
      const due = [...pending].filter((entry) => entry.ms === ms)
      for (const entry of due) {
        pending.delete(entry)
        entry.ring()
      }
      return due.length
    },
    pending: () => [...pending].map(({ ms }) => ms),
  }
}
