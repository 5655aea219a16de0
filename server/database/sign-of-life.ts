import { type Member, roster } from '../roster.ts'
import { openClient, type Servers } from './servers.ts'
import { codeOf } from '../error-fields.ts'

/**
 * Time is counted in ticks. A busy process runs fewer ticks, so it never mistakes its own delay for a
 * database that does not answer.
 */
const TICK_MS = 200
const ASK_AFTER_TICKS = 4
const GIVE_UP_AFTER_TICKS = 7
const ASK_TIMEOUT_MS = 1_000

/**
 * PostgreSQL's own error codes start with a digit. An error with such a code shows that the database answers.
 */
const isAnswer = (error: unknown) => /^\d/.test(codeOf(error))

/**
 * Distinguishes a slow database from one that does not answer at all (R5). When callers get no answer for
 * most of a second, it opens a new connection as a test. If that gets no answer either, all waiting callers
 * are refused within two seconds. New callers are refused at once, until a connection succeeds again. If the
 * database answers, its slow statements are waited for.
 * Long: its functions share who waits and whether the database is silent.
 */
export function signOfLife(servers: Servers) {
  /** The callers who wait for an answer, each with the function that refuses it. */
  const waiting = roster<Member & { reject: (error: Error) => void }>()
  let ticksWithoutAnswer = 0
  let isDatabaseSilent = false
  let isAsking = false
  const recordAnswer = () => {
    ticksWithoutAnswer = 0
    isDatabaseSilent = false
  }
  // PostgreSQL's code for a failed connection.
  const refusal = () => Object.assign(new Error('The database says nothing.'), { code: '08006' })

  const ask = async () => {
    isAsking = true
    const config = { application_name: 'portal-sign-of-life', connectionTimeoutMillis: ASK_TIMEOUT_MS }
    try {
      // When the database gives no answer, another server may have become the primary.
      await servers.find({ again: true })
      const client = await openClient(servers, config)
      recordAnswer()
      void client.end()
    } catch (error) {
      // Any other error is no answer of the database, so the ticks without an answer continue.
      if (isAnswer(error)) recordAnswer()
    }
    isAsking = false
  }
  const tick = () => {
    // A database that did not answer is tested again even when no one waits.
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
    /** The result of `work`, or a rejection with code 08006 when the database does not answer. */
    refuseIfSilent: <Result>(work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (isDatabaseSilent) return reject(refusal())
        // While no one waits, the database has nothing to answer.
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
