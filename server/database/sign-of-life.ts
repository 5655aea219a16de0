import { type Member, roster } from '../roster.ts'
import { ownClient } from './role.ts'
import { codeOf } from '../error-fields.ts'

/** Ticks, because a busy process misses some: it never takes its own delay for a silent database. */
const TICK_MS = 200
const ASK_AFTER = 4
const GIVE_UP_AFTER = 7

const isAnswer = (error: unknown) => /^\d/.test(codeOf(error))

/**
 * Tells a slow database from a silent one (R5). When callers wait and nothing was heard for most of a second,
 * it asks for a new connection.
 * If that brings nothing either, all who wait are refused, before two seconds are over. New callers are
 * refused at once, until a connection succeeds again. A slow statement of a database that answers is waited
 * for.
 */
export function signOfLife(url: string) {
  const waiting = roster<Member & { reject: (error: Error) => void }>()
  let [quiet, silent, asking] = [0, false, false]
  const onSign = () => {
    quiet = 0
    silent = false
  }
  const refusal = () => Object.assign(new Error('The database says nothing.'), { code: '08006' })

  const ask = async () => {
    asking = true
    const client = ownClient(url, 'portal-sign-of-life', 1_000)
    await client.connect().then(onSign, (error: unknown) => isAnswer(error) && onSign())
    asking = false
    await client.end()
  }
  const tick = () => {
    if (waiting.size() === 0 && !silent) return
    quiet++
    if (quiet >= ASK_AFTER && !asking) void ask()
    if (quiet < GIVE_UP_AFTER) return
    silent = true
    for (const entry of waiting.all()) {
      waiting.remove(entry)
      entry.reject(refusal())
    }
  }
  const timer = setInterval(tick, TICK_MS).unref()

  return {
    /** The outcome of `work`, or a rejection with class 08 when the database is silent. */
    within: <Result>(work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (silent) return reject(refusal())
        if (waiting.size() === 0) quiet = 0
        const entry = { reject }
        waiting.add(entry)
        work().then(
          (result) => {
            waiting.remove(entry)
            onSign()
            resolve(result)
          },
          (error: unknown) => {
            waiting.remove(entry)
            if (isAnswer(error)) onSign()
            reject(error)
          },
        )
      }),
    stop: () => clearInterval(timer),
  }
}
