import type { Level } from '#contract/last-hour/brownout.ts'
import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'

/**
 * Sets the portal's load level, as another process does. Everyone who arrived more than `behind` ms ago may
 * enter from the line. Unless `empty`, one person waits in the line. The row names another process as the one
 * that moves the level, so this portal does not change the level.
 */
export async function setLevel(portal: Portal, level: Level, { behind = 60_000, empty = false } = {}) {
  const until = new Date(portal.clock.now().getTime() - behind)
  await portal.db.run(sql`
    update brownout set level = ${level}, by_hand = false, staff_id = null, line_rate = 1, line_until = ${level >= 2 ? until : null}, version = version + 1,
      mover = gen_random_uuid(), mover_until = '2099-01-01'`)
  await portal.deps.brownout?.tick()
  if (level >= 2 && !empty)
    portal.deps.brownout?.line.keepOrTakePlace(undefined, portal.clock.now().getTime())
}

/** Lets everyone who waits in the line enter. */
export async function letAllIn(portal: Portal) {
  await portal.db.run(sql`update brownout set line_until = ${new Date(portal.clock.now().getTime() + 1_000)}`)
  await portal.deps.brownout?.tick()
}
