import type { Deps } from '../deps.ts'
import { minuteDigest } from '../transparency/minute-tree.ts'
import { startOfMinute } from './minutes.ts'
import { insertMinute, insertNode, writtenUntil } from './minutes-store.ts'

const EVERY_MS = 5_000

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'tickets'>

/**
 * Writes the minutes that have ended, each with its transparency log event. They wait in memory while the
 * database is unavailable.
 */
export async function writeMinutes({ db, now, tickets }: Needs, { all = false } = {}): Promise<void> {
  if (!tickets) return
  const { node, minutes } = tickets
  const moment = now()
  for (const minute of minutes.over(moment, all)) {
    await insertMinute(db, node, minute, minuteDigest(minute.root, minute.hashes.length / 32), moment)
    minutes.written(minute.sequence)
  }
  await writtenUntil(db, node, all ? moment : new Date(startOfMinute(moment)))
}

/** Writes minutes until `stop` is called, which writes the remaining ones. */
export function startWritingMinutes(deps: Needs): { stop: () => Promise<void> } {
  let known = false
  let lastMinute = 0
  let running = Promise.resolve()
  const pass = async (all = false) => {
    const { db, now, tickets } = deps
    if (tickets && !known) await insertNode(db, tickets.node, now())
    known = true
    const minute = startOfMinute(now())
    if (minute === lastMinute && !all) return
    await writeMinutes(deps, { all })
    lastMinute = minute
  }
  const run = (all = false) => {
    running = running
      .then(() => pass(all))
      .catch((error: Error & { code?: string }) =>
        deps.log('warn', 'tickets.waiting', { error: error.name, code: error.code ?? '' }),
      )
    return running
  }
  void run()
  const timer = setInterval(() => void run(), EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await run(true)
    },
  }
}
