import { type Member, roster } from '../roster.ts'
import { openClient, type Servers } from './servers.ts'
import { codeOf } from '../error-fields.ts'

/**
 * Time is counted in ticks. A busy process runs fewer of them, so it never takes its own delay for a silent
 * database.
 */
const TICK_MS = 200
const ASK_AFTER_TICKS = 4
const GIVE_UP_AFTER_TICKS = 7
const ASK_TIMEOUT_MS = 1_000

/** PostgreSQL's own codes start with a digit. An error with such a code shows that the database answers. */
const isAnswer = (error: unknown) => /^\d/.test(codeOf(error))

/**
 * Distinguishes a slow database from a silent one (R5). When callers wait without any answer for most of a
 * second, it opens a new connection as a test. If that gets no answer either, all who wait are refused within
 * two seconds. New callers are refused at once, until a connection succeeds again. A slow statement of a
 * database that answers is waited for.
 */
export function signOfLife(servers: Servers) {
  const waiting = roster<Member & { reject: (error: Error) => void }>()
  let ticksWithoutAnswer = 0
  let isDatabaseSilent = false
  let isAsking = false
  const recordAnswer = () => {
    ticksWithoutAnswer = 0
    isDatabaseSilent = false
  }
  // The code of PostgreSQL for a connection failure.
  const refusal = () => Object.assign(new Error('The database says nothing.'), { code: '08006' })

  const ask = async () => {
    isAsking = true
    const config = { application_name: 'portal-sign-of-life', connectionTimeoutMillis: ASK_TIMEOUT_MS }
    try {
      // Another server may have taken over.
      await servers.find({ again: true })
      const client = await openClient(servers, config)
      recordAnswer()
      void client.end()
    } catch (error) {
      if (isAnswer(error)) recordAnswer()
    }
    isAsking = false
  }
  const tick = () => {
    // A silent database is asked again also when no one waits.
    if (waiting.size() === 0 && !isDatabaseSilent) return
    ticksWithoutAnswer++
    if (ticksWithoutAnswer >= ASK_AFTER_TICKS && !isAsking) void ask()
    if (ticksWithoutAnswer < GIVE_UP_AFTER_TICKS) return
    isDatabaseSilent = true
    for (const entry of waiting.all()) {
      waiting.remove(entry)
      entry.reject(refusal())
    }
  }
  const timer = setInterval(tick, TICK_MS).unref()

  return {
    /** The outcome of `work`, or a rejection with code 08006 when the database is silent. */
    within: <Result>(work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (isDatabaseSilent) return reject(refusal())
        // As long as no one waited, the database had nothing to answer.
        if (waiting.size() === 0) ticksWithoutAnswer = 0
        const entry = { reject }
        waiting.add(entry)
        work().then(
          (result) => {
            waiting.remove(entry)
            recordAnswer()
            resolve(result)
          },
          (error: unknown) => {
            waiting.remove(entry)
            if (isAnswer(error)) recordAnswer()
            reject(error)
          },
        )
      }),
    stop: () => clearInterval(timer),
  }
}
