import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection } from '../support/published.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobStaff } from '../support/staff-jobs.ts'

let portal: Portal
before(async () => void (portal = await openPortal()))
after(() => portal.close())

/** A stored result. `closing_rank` is the rank of the first person of this kind whom the rule refused. */
type Stored = { rank: number; reason: string | null; closing_rank: number | null }

test('selection: a person whom the rule refused has the rank of the first refused person of the same kind (selection#selection-closing)', async () => {
  const rule = {
    criteria: [{ fact: 'age_years', table: [{ from: 30, points: 10 }] }],
    seats: [{ place: 'ward:131', seats: 3 }],
    gender: { maxShare: [2, 3], from: 3 },
  }
  const job = await jobForSelection(portal, await jobStaff(portal), rule)
  // The job has five women without points. Three older women and a man without points apply as well; the
  // women come before him. Women may have two of three seats, so he gets the third.
  const older = { born: '1985-01-01' }
  await sendCrowd(portal, job, older, older, older, { gender: 'M' })
  await drawSelection(portal, job)
  const lines = await portal.db.rows<Stored>(
    sql`select rank, reason, closing_rank from selection_results order by rank`,
  )
  assert.equal(lines.length, 9)
  assert.deepEqual(lines[2], { rank: 3, reason: 'rule', closing_rank: 3 })
  for (const { reason, closing_rank: closing } of lines) assert.equal(closing, reason === 'rule' ? 3 : null)
})
