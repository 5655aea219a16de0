import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeReason } from '#contract/jobs/extensions.ts'
import { notificationSentence } from '#contract/notifications/words.ts'
import { databaseBefore } from '../support/before-migration.ts'

/** Reasons as stored before, and the hours stored now. Null if an officer wrote the reason. */
const REASONS: [reason: string, down: number | null, hours: number | null][] = [
  ['The portal was down for 75 minutes of the last 24 hours before the deadline.', 75, 24],
  ['The portal was down for 1 minute of the last hour before the deadline.', 1, 1],
  ['The portal was down all day.', 90, null],
  ['The commission resolved so.', null, null],
]

describe('R11 the reason of a measured extension becomes two numbers, and reads as before', () => {
  let database: Awaited<ReturnType<typeof databaseBefore>>
  before(async () => {
    database = await databaseBefore('0049_measured_reasons.sql')
    for (const [jobId, [reason, down]] of REASONS.entries()) {
      await database.client.query(
        `insert into job_changes (job_id, kind, content, reason, proposed_by, proposed_at, down_minutes, measured_until)
         values ($3, 'extend', '{}', $1, 1, now(), $2, case when $2::int is not null then now() end)`,
        [reason, down, jobId],
      )
      await database.client.query(
        `insert into notifications (user_id, type, kind, params, url, created_at) values (1, 'deadline_changed', 'deadline_moved', $1, '/', now())`,
        [{ job: 'ICT Officer', deadline: '2026-12-20T20:59:00.000Z', reason }],
      )
    }
    await database.migrate()
  })
  after(() => database.drop())

  for (const [index, [reason, down, hours]] of REASONS.entries())
    test(reason, async () => {
      const of = async (table: string) =>
        (await database.client.query(`select * from ${table} order by id offset $1 limit 1`, [index])).rows[0]
      const change = await of('job_changes')
      assert.deepEqual(
        [change.reason, change.down_minutes, change.measured_hours],
        [hours === null ? reason : '', down, hours],
      )
      assert.equal(changeReason(change), reason)
      const { kind, params } = await of('notifications')
      assert.equal(params.reason, hours === null ? reason : '')
      assert.equal(
        notificationSentence(kind, params),
        `You can apply for ICT Officer until Sunday, 20 December 2026 at 11:59 p.m. EAT. ${reason} Your application is not sent yet.`,
      )
    })
})
