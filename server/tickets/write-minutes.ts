import type { Deps } from '../deps.ts'
import { minuteDigest } from '../transparency/minute-tree.ts'
import { HASH_BYTES } from '../transparency/tree.ts'
import { worker, type Worker } from '../worker.ts'
import { startOfMinute } from './minutes.ts'
import { insertMinute, insertNode, recordWrittenUntil } from './minutes-store.ts'

const EVERY_MS = 5_000

type Needs = Pick<Deps, 'db' | 'now' | 'log' | 'tickets'>

/**
 * Writes the ticket minutes that have ended, each with its event of the public log. They wait in memory while
 * the database is unavailable. With `includeCurrent`, the minute that has not ended is written too.
 */
export async function writeMinutes(
  { db, now, tickets }: Needs,
  { includeCurrent = false } = {},
): Promise<void> {
  if (!tickets) return
  const { node, minutes } = tickets
  const moment = now()
  for (const minute of minutes.endedMinutes(moment, includeCurrent)) {
    const leaves = minute.hashes.length / HASH_BYTES
    await insertMinute(db, node, minute, minuteDigest(minute.root, leaves), moment)
    minutes.discard(minute.sequence)
  }
  await recordWrittenUntil(db, node, includeCurrent ? moment : new Date(startOfMinute(moment)))
}

/** Writes the ticket minutes of this process until `stop` is called, which writes the remaining ones. */
export function startWritingMinutes(deps: Needs): Worker {
  const { db, now, log, tickets } = deps
  let isNodeStored = false
  let lastMinuteMs = 0
  const write = async (includeCurrent: boolean) => {
    if (tickets && !isNodeStored) await insertNode(db, tickets.node, now())
    isNodeStored = true
    // A pass comes every five seconds, but a minute ends only once. After a failed pass, the next one tries
    // again.
    const minuteMs = startOfMinute(now())
    if (minuteMs === lastMinuteMs && !includeCurrent) return
    await writeMinutes(deps, { includeCurrent })
    lastMinuteMs = minuteMs
  }
  return worker(log, {
    failureEvent: 'tickets.waiting',
    everyMs: EVERY_MS,
    pass: () => write(false),
    afterLastPass: () => write(true),
  })
}
