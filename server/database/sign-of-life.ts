import { type Member, roster } from '../roster.ts'
import { ownClient } from './role.ts'

/** Ticks, of which some may be missed while this process is busy: it never takes itself for a silent database. */
const TICK_MS = 200
const ASK_AFTER = 4
const GIVE_UP_AFTER = 7

const isAnswer = (error: unknown) => /^\d/.test((error as { code?: string }).code ?? '')

/**
 * Tells a database that is slow from one that says nothing (R5). When somebody waits, and for most of a second nothing was heard, it is
 * asked for a new connection; when that brings nothing either, whoever waits is refused, before two seconds are over, and
 * whoever comes is refused at once, until a connection is had again. A slow statement of a database that answers is waited for.
 */
export function signOfLife(url: string) {
  const waiting = roster<Member & { reject: (error: Error) => void }>()
  let [quiet, silent, asking] = [0, false, false]
  const heard = () => {
    quiet = 0
    silent = false
  }
  const refusal = () => Object.assign(new Error('The database says nothing.'), { code: '08006' })

  const ask = async () => {
    asking = true
    const client = ownClient(url, 'portal-sign-of-life', 1_000)
    await client.connect().then(heard, (error: unknown) => isAnswer(error) && heard())
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
    /** The outcome of `work`, or a refusal of class 08 when the database says nothing. */
    within: <Result>(work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (silent) return reject(refusal())
        if (waiting.size() === 0) quiet = 0
        const entry = { reject }
        waiting.add(entry)
        work().then(
          (result) => {
            waiting.remove(entry)
            heard()
            resolve(result)
          },
          (error: unknown) => {
            waiting.remove(entry)
            if (isAnswer(error)) heard()
            reject(error)
          },
        )
      }),
    stop: () => clearInterval(timer),
  }
}
