import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import { MESSAGES } from '#contract/messages/limits.ts'
import { SUPPORT } from '#contract/support/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { sentCase, type Sent } from '../support/case.ts'
import { good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { type MessageStaff, messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Applicants can read when an officer saw their data, also by a search of support or a preview.

let portal: Portal
let staff: MessageStaff
before(async () => {
  portal = await openPortal()
  staff = await messageStaff(portal)
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** What applicants read about access: which roles saw their application or account, and when. */
const accessRecordsOf = async (applicant: Sent) =>
  (await applicant.visitor.get(`/api/job-applications/${applicant.id}/access-records/`)).json.looks
const now = () => portal.clock.now().toISOString()
const newJob = async () => (await postJobs(portal, {}))[0] ?? 0

describe('T35 support: each person whom a search shows can read so', () => {
  const searched = async (body: Record<string, unknown>) =>
    good(await staff.author.visitor.post('/api/staff/support/search/', body))
  const PHONE = '+254711222333'
  test('also when a search shows several people; a person who is not shown has no record', async () => {
    const jobId = await newJob()
    const [first, two] = [
      await sentCase(portal, { jobId, person: { phone: PHONE } }),
      await sentCase(portal, { jobId, person: { phone: PHONE } }),
    ]
    const apart = await sentCase(portal, { jobId })
    const { found } = await searched({ by: 'phone', text: PHONE })
    assert.deepEqual(
      found.map(({ email }: { email: string }) => email),
      [first.owner.email, two.owner.email],
    )
    for (const entry of [first, two])
      assert.deepEqual(await accessRecordsOf(entry), [
        { at: now(), role: 'Recruiter', what: ACCESS_RECORD_WORDS.account },
      ])
    assert.deepEqual(await accessRecordsOf(apart), [])
  })
  test(`records only for the ${SUPPORT.peopleFound} people that are shown; a search that finds no one makes one entry without a person`, async () => {
    const phone = '+254711222444'
    const people: number[] = []
    for (let more = 0; more <= SUPPORT.peopleFound; more++) people.push((await member(portal, { phone })).id)
    const from = (await portal.db.row<{ id: number }>(sql`select max(id) as id from audit_entries`))?.id ?? 0
    /** The audit entries of the search: one for each person shown, or one without a person. */
    const searchEntries = () =>
      portal.db.rows<{ user_id: number | null; found: number }>(
        sql`select user_id, (detail -> 'found')::int as found from audit_entries where id > ${from} and act = 'support.searched' order by id`,
      )
    assert.deepEqual((await searched({ by: 'phone', text: phone })).more, true)
    const shown = people
      .slice(0, SUPPORT.peopleFound)
      .map((user_id) => ({ user_id, found: SUPPORT.peopleFound }))
    assert.deepEqual(await searchEntries(), shown)
    await searched({ by: 'phone', text: '+254711222555' })
    assert.deepEqual(await searchEntries(), [...shown, { user_id: null, found: 0 }])
  })
})

describe('messages: an applicant can read that an officer saw the preview of their email', () => {
  test(`a record for each previewed email, ${MESSAGES.previews} at the most; also if the name was hidden`, async () => {
    const jobId = await newJob()
    const sent: Sent[] = []
    for (let more = 0; more <= MESSAGES.previews; more++) {
      sent.push(await sentCase(portal, { jobId }))
      portal.clock.advance(1_000)
    }
    // Officers may now see the second applicant's name.
    await portal.db.run(
      sql`update application_facts set is_open = true where application_id = ${sent[1]?.id}`,
    )
    const { count, letters: previews } = good(await staff.preview(jobId, { filter: {} }))
    assert.deepEqual([count, previews.length], [MESSAGES.previews + 1, MESSAGES.previews])
    // The preview shows the emails to the first three people. The fourth person's data was not seen.
    const what = [
      ACCESS_RECORD_WORDS.emailPreviewedBlind,
      ACCESS_RECORD_WORDS.emailPreviewed,
      ACCESS_RECORD_WORDS.emailPreviewedBlind,
      undefined,
    ]
    for (const [index, entry] of sent.entries()) {
      const wanted = what[index]
      assert.deepEqual(
        await accessRecordsOf(entry),
        wanted ? [{ at: now(), role: 'Recruiter', what: wanted }] : [],
      )
    }
    assert.equal((await staff.preview(jobId, { applications: [999_999] })).json.count, 0)
    assert.equal((await accessRecordsOf(sent[0] as Sent)).length, 1, 'nobody’s letter')
  })
})
