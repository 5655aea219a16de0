import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CORRECTION_WORDS } from '#contract/job-applications/correction.ts'
import { sql } from '../../server/database/connect.ts'
import { notifyDeadlines } from '../../server/job-applications/deadlines.ts'
import { buildNextPool } from '../../server/selection-ceremony/build-pool.ts'
import { leafDigest } from '../../server/transparency/leaf.ts'
import { educationEntry } from '../support/answers.ts'
import { correct, reopen, sentOnce } from '../support/corrections.ts'
import { decisionStaff, good } from '../support/decisions.ts'
import { giveRule } from '../support/points-rule.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'

const DAY_MS = 86_400_000

let portal: Portal
before(async () => {
  portal = await openPortal()
  // Creates the officers, of whom two approve the rule.
  await decisionStaff(portal)
})
after(() => portal.close())

/** The first submission of an application. Its entry in the public log is a digest of these values. */
type First = { salt: Buffer; digest: Buffer; submittedAt: Date; reference: string }

test('selection: after a correction, a person has the leaf of the first version, and the points of the last version (selection#selection-leaf)', async () => {
  const person = await sentOnce(portal, { expiry_date: '2026-12-01T21:00:00Z' })
  await giveRule(portal, person.jobId)
  const first = await portal.db.row<First>(sql`
    select salt, digest, made.submitted_at as "submittedAt", reference_number as reference
    from submissions made join job_applications application on application.id = made.application_id where application_id = ${person.applicationId}`)
  assert.ok(first)
  portal.clock.advance(60_000)
  good(await reopen(person))
  good(await correct(person, 'second', { education: [educationEntry({ qualification_level: 7 })] }))
  await deriveFacts(portal)
  const points = good(
    await person.visitor.get(`/api/job-applications/${person.applicationId}/points/`),
  ).points
  await portal.db.run(sql`
    insert into selections (job_id, rule_id, state, round, round_at, proposed_by, proposed_at)
    select job_id, id, 'proposed', 1, now(), proposed_by, now() from selection_rules where job_id = ${person.jobId}`)
  assert.equal(await buildNextPool(portal.db), true)
  const frozen = await portal.db.row<{ leaf: Buffer; criteria: number[] }>(
    sql`select leaf, criteria from selection_people where application_id = ${person.applicationId}`,
  )
  assert.deepEqual(frozen, { leaf: leafDigest(first), criteria: points.criteria })
})

test('W15 selection: who is in a pool cannot correct and is not reminded, until the ceremony is abandoned or has failed', async () => {
  for (const end of ['abandoned', 'failed']) {
    const closes = new Date(portal.clock.now().getTime() + 2 * DAY_MS)
    const [reopened, sent] = [
      await sentOnce(portal, { expiry_date: closes.toISOString() }),
      await sentOnce(portal, { expiry_date: closes.toISOString() }),
    ]
    good(await reopen(reopened))
    for (const { jobId } of [reopened, sent]) {
      await giveRule(portal, jobId)
      await portal.db.run(sql`
        insert into selections (job_id, rule_id, state, round, round_at, proposed_by, proposed_at)
        select job_id, id, 'proposed', 1, now(), proposed_by, now() from selection_rules where job_id = ${jobId}`)
      assert.equal(await buildNextPool(portal.db), true)
    }
    const remind = async () => {
      await notifyDeadlines(portal.db, portal.clock.now(), closes, 10)
      const rows = await portal.db.rows(sql`
        select from outbox where topic = 'job-applications.correction-near' and payload ->> 'jobId' = ${String(reopened.jobId)}`)
      return rows.length
    }
    const refused = await reopen(sent)
    assert.deepEqual([refused.status, refused.json.message], [409, CORRECTION_WORDS.selecting])
    assert.equal(await remind(), 0)
    await portal.db.run(
      sql`update selections set state = ${end} where job_id = any(${[reopened.jobId, sent.jobId]})`,
    )
    assert.equal(await remind(), 1)
    good(await reopen(sent))
    good(await correct(sent, 'second'))
  }
})
