import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CORRECTION_WORDS as WORDS } from '#contract/job-applications/correction.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { restoreWithdrawn } from '../../server/job-applications/withdrawals-store.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import {
  APPLICATIONS,
  detailPath,
  educationEntry,
  experienceEntry,
  PARTIAL,
  put,
  readyToSend,
  refereeEntry,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import {
  actionPath,
  type Applicant,
  correct,
  institutionOf,
  MAKERERE,
  reopen,
  sentOnce,
  uploadCv,
} from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { factOf, deriveFacts, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'

// A person corrects a submitted application while its job is open.

const HOUR = 3_600_000

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
before(async () => {
  // The database writes each commit to the disk, as in production.
  portal = await openPortal({ durable: true })
  staff = await decisionStaff(portal)
})
after(() => portal.close())

const sent = (job: Record<string, unknown> = {}) => sentOnce(portal, job)
// The draft of the correction, and below the submitted application, which stays valid until then.
const draftOf = async ({ visitor, applicationId }: Applicant) =>
  good(await visitor.get(`${detailPath(applicationId)}?draft=true`))
const sentOf = async ({ visitor, applicationId }: Applicant) =>
  good(await visitor.get(detailPath(applicationId)))
const count = async (statement: ReturnType<typeof sql>) => (await portal.db.rows(statement)).length
/** The faults that the command `log verify` finds in the public log. */
async function problems(): Promise<string[]> {
  await checkpointWriter(portal.deps)()
  const found: string[] = []
  await auditLog(portal.deps, (problem) => found.push(problem))
  return found
}

describe('W15 a sent application is corrected while its job is open', () => {
  test('what was sent counts until the correction is sent; then the new version counts, under the same reference', async () => {
    const person = await sent()
    const opened = good(await reopen(person))
    assert.deepEqual([opened.correction.version, opened.message], [2, WORDS.reopened])
    const draft = await draftOf(person)
    assert.deepEqual(
      [draft.is_completed, draft.receipt, institutionOf(draft)],
      [false, null, 'Moi University'],
    )
    good(
      await person.visitor.post(PARTIAL, {
        job_id: person.jobId,
        education: MAKERERE,
        version: draft.version,
      }),
    )
    const counting = await sentOf(person)
    assert.equal(institutionOf(counting), 'Moi University')
    assert.deepEqual(counting.receipt, person.first.receipt)
    assert.equal(counting.status, 'Pending')
    assert.equal(institutionOf(await draftOf(person)), 'Makerere University')
    await deriveFacts(portal)
    const before = good(await staff.author.visitor.get(`/api/staff/applications/${person.applicationId}/`))
    assert.equal(before.education[0].institution, 'Moi University')

    const { receipt, ...answer } = good(await correct(person, 'second'))
    assert.equal(answer.reference_number, person.reference)
    assert.deepEqual([receipt.reference_number, receipt.version], [person.reference, '2'])
    assert.notEqual(receipt.digest, person.first.receipt.digest)
    const after = await sentOf(person)
    assert.equal(institutionOf(after), 'Makerere University')
    assert.deepEqual([after.receipt, after.earlier_receipts], [receipt, [person.first.receipt]])
    assert.equal('correction' in after, false)
    await deriveFacts(portal)
    const seen = good(await staff.author.visitor.get(`/api/staff/applications/${person.applicationId}/`))
    assert.equal(seen.education[0].institution, 'Makerere University')
    assert.deepEqual(
      seen.versions.map(({ version }: { version: number }) => version),
      [2, 1],
    )
    assert.equal(good(await staff.author.visitor.get(tablePath(person.jobId))).rows.length, 1)
    assert.deepEqual(await problems(), [])
  })

  test('both receipts are genuine and in the log; the old one says that a newer version counts', async () => {
    const person = await sent()
    good(await reopen(person))
    const [listed] = good(await person.visitor.get(APPLICATIONS))
    assert.equal(listed.correction.version, 2)
    const check = good(await person.visitor.get(`/api/job-applications/check/${person.jobId}/`))
    assert.deepEqual([check.is_completed, check.is_reopened], [true, true])
    const { receipt } = good(await correct(person, 'second'))
    assert.deepEqual(await problems(), [])
    const verify = async (presented: unknown) =>
      good(await portal.visitor().post('/api/receipts/verify/', { receipt: presented }))
    const [older, newer] = [await verify(person.first.receipt), await verify(receipt)]
    assert.deepEqual(
      [older.genuine, older.included, newer.genuine, newer.included],
      [true, 'yes', true, 'yes'],
    )
    assert.notEqual(older.inclusion.leaf_index, newer.inclusion.leaf_index)
    assert.match(older.superseded, /^The applicant corrected this application later\./)
    assert.equal('superseded' in newer, false)
    const typed = await portal.visitor().post('/api/receipts/verify/', {
      reference_number: person.reference,
      digest: person.first.receipt.digest.slice(0, 16),
    })
    assert.match(good(typed).superseded, /^The applicant corrected/)
  })

  test('an email and a notification say so, with the receipt of that version', async () => {
    const person = await sent()
    good(await reopen(person))
    const { receipt } = good(await correct(person, 'second'))
    const [last] = (await emailsTo(portal, person.email)).slice(-1)
    assert.match(last?.subject ?? '', /^Corrected: your application for /)
    assert.match(last?.text ?? '', /We received version 2 of your application/)
    const [attachment] = last?.attachments ?? []
    assert.equal(attachment?.filename, `receipt-${person.reference}-2.json`)
    assert.deepEqual(JSON.parse(new TextDecoder().decode(attachment?.content as ArrayBuffer)), receipt)
    const [notification] = good(await person.visitor.get('/api/notifications/'))
    assert.match(
      notification.message,
      new RegExp(`^We have received version 2 of your application ${person.reference} for `),
    )
  })

  test('three versions: each is kept, each with its leaf, and the log says which supersedes which', async () => {
    const person = await sent()
    for (const key of ['second', 'third']) {
      good(await reopen(person))
      good(await correct(person, key, { address: key }))
    }
    const { receipt, earlier_receipts } = await sentOf(person)
    assert.deepEqual(
      [receipt, ...earlier_receipts].map(({ version }: { version?: string }) => version),
      ['3', '2', undefined],
    )
    const before = await count(sql`select from log_events where kind = 'superseding'`)
    assert.ok(before >= 2)
    assert.deepEqual(await problems(), [])
  })

  test('the person’s files: the old version keeps its own, officers see those of the last', async () => {
    const person = await sent()
    good(await reopen(person))
    const upload = await uploadCv(portal, person, 'new.pdf', pdf())
    assert.equal(upload.status, 200, upload.text)
    assert.deepEqual((await sentOf(person)).documents, [])
    assert.equal((await draftOf(person)).documents[0].name, 'new.pdf')
    good(await correct(person, 'second'))
    assert.equal((await sentOf(person)).documents[0].name, 'new.pdf')
    good(await reopen(person))
    const removed = await person.visitor.request('DELETE', actionPath(person, 'documents/cv'))
    assert.equal(removed.status, 200, removed.text)
    assert.equal((await sentOf(person)).documents[0].name, 'new.pdf')
    good(await correct(person, 'third'))
    assert.deepEqual((await sentOf(person)).documents, [])
    const stored = await portal.db.rows<{ version: number }>(
      sql`select version from version_documents where application_id = ${person.applicationId}`,
    )
    assert.deepEqual(stored, [{ version: 2 }])
    assert.deepEqual(await problems(), [])
  })
})

describe('W15 a person changes their mind', () => {
  test('“Keep what I sent” deletes the changes; what was sent is as before, and reopens as it was sent', async () => {
    const person = await sent()
    good(await reopen(person))
    good(await person.visitor.post(PARTIAL, { job_id: person.jobId, education: MAKERERE }))
    for (let call = 0; call < 2; call++)
      assert.equal(good(await person.visitor.post(actionPath(person, 'keep-sent'), {})).message, WORDS.kept)
    assert.equal('correction' in (await sentOf(person)), false)
    const late = await person.visitor.post(PARTIAL, { job_id: person.jobId, education: MAKERERE })
    assert.equal(late.status, 409)
    good(await reopen(person))
    assert.equal(institutionOf(await draftOf(person)), 'Moi University')
    assert.deepEqual(await problems(), [])
  })

  for (const [how, action] of [
    ['“Keep what I sent”', 'keep-sent'],
    ['a withdrawal', 'withdraw'],
  ] as const) {
    test(`${how} deletes what was typed for the correction, so the profile shows what was sent`, async () => {
      const person = await sent()
      const stored = async () =>
        portal.db.row(sql`
          select education, experience, referees, address, employment_number, unfinished, reopened_at
          from job_applications where id = ${person.applicationId}`)
      const profile = async () => good(await person.visitor.get('/api/user/profile/')).profile
      const [before, profileBefore] = [await stored(), await profile()]
      good(await reopen(person))
      good(
        await person.visitor.post(PARTIAL, {
          job_id: person.jobId,
          education: MAKERERE,
          experience: [experienceEntry({ company: 'Not sent' })],
          referees: [refereeEntry({ name: 'Not Sent' })],
          address: 'Not sent',
          employment_number: 'NOT/SENT/1',
          unfinished: { step: 2 },
        }),
      )
      assert.equal(institutionOf(await profile()), 'Makerere University')
      good(await person.visitor.post(actionPath(person, action), {}))
      assert.deepEqual(await stored(), before)
      assert.deepEqual(await profile(), profileBefore)
      assert.deepEqual(await problems(), [])
    })
  }

  test('a withdrawal ends the correction; put back, the version that was sent is there', async () => {
    const person = await sent()
    good(await reopen(person))
    good(await person.visitor.post(PARTIAL, { job_id: person.jobId, education: MAKERERE }))
    good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
    const [refused, late] = [
      await reopen(person),
      await put(person.visitor, updatePath(person.applicationId), {}),
    ]
    assert.deepEqual([refused.status, refused.json.message, late.status], [409, WORDS.withdrawn, 409])
    assert.equal(institutionOf(await sentOf(person)), 'Moi University')
    assert.deepEqual(await problems(), [])
  })
})

describe('W15 when a correction is refused, each with its sentence', () => {
  test('a draft, another person’s application, and one that is not reopened', async () => {
    const draft = await readyToSend(portal)
    const refused = await reopen(draft)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.notSent])
    const person = await sent()
    const thief = await reopen({ ...draft, applicationId: person.applicationId })
    assert.equal(thief.status, 404)
    assert.equal((await correct(person, 'other')).status, 409)
    assert.equal(institutionOf(await sentOf(person)), 'Moi University')
  })

  test('after the deadline nothing is reopened; a reopened draft is neither saved nor submitted, and the submitted version counts', async () => {
    const closing = { expiry_date: new Date(portal.clock.now().getTime() + HOUR / 6).toISOString() }
    const [late, open] = [await sent(closing), await sent(closing)]
    good(await reopen(open))
    portal.clock.advance(HOUR / 3)
    const answers = [
      await reopen(late),
      await correct(open, 'second'),
      await open.visitor.post(PARTIAL, { job_id: open.jobId, education: MAKERERE }),
    ]
    assert.deepEqual(
      answers.map(({ status, json }) => [status, json.code]),
      Array.from(answers, () => [409, 'job_closed']),
    )
    assert.equal(institutionOf(await sentOf(open)), 'Moi University')
    good(await open.visitor.post(actionPath(open, 'keep-sent'), {}))
    assert.deepEqual(await problems(), [])
  })

  test('a decided application is not reopened, and a draft that was open when the verdict came is not submitted', async () => {
    const [decided, open] = [await sent(), await sent()]
    good(await reopen(open))
    for (const { jobId, applicationId } of [decided, open])
      await staff.approved(jobId, 'rejected', [applicationId], { early_reason: 'Because' })
    portal.clock.advance(11 * 60_000)
    await applyDueLists(portal.deps)
    await applyDueLists(portal.deps)
    for (const answer of [await reopen(decided), await correct(open, 'second')])
      assert.deepEqual([answer.status, answer.json.message], [409, WORDS.decided])
    assert.equal((await sentOf(open)).status, 'Rejected')
    assert.deepEqual(await problems(), [])
  })

  test('more than ten versions', async () => {
    const person = await sent()
    for (let version = 2; version <= APPLICATION.maxVersions; version++) {
      good(await reopen(person))
      good(await correct(person, `version ${version}`.replace(' ', '-')))
    }
    const refused = await reopen(person)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.tooOften])
    assert.deepEqual(await problems(), [])
  })
})

describe('W15 lists of decisions and officers', () => {
  test('a corrected application leaves all lists that have not taken effect and is unread again; its stage stays', async () => {
    const [drafted, proposed] = [await sent(), await sent()]
    const list = await staff.drafted(drafted.jobId, 'rejected', [drafted.applicationId])
    const approvedList = await staff.approved(proposed.jobId, 'rejected', [proposed.applicationId], {
      early_reason: 'Because',
    })
    for (const person of [drafted, proposed]) {
      good(await staff.author.visitor.get(`/api/staff/applications/${person.applicationId}/`))
      good(await reopen(person))
      good(await correct(person, 'second'))
    }
    await deriveFacts(portal)
    assert.equal(good(await staff.view(list)).size, 0)
    portal.clock.advance(11 * 60_000)
    await applyDueLists(portal.deps)
    assert.equal(good(await staff.view(approvedList)).state, 'applied')
    assert.equal((await sentOf(proposed)).status, 'Pending')
    const again = good(await staff.author.visitor.get(`/api/staff/applications/${proposed.applicationId}/`))
    assert.equal(again.first_read, true)
    await staff.approved(proposed.jobId, 'rejected', [proposed.applicationId], { early_reason: 'Because' })
    assert.deepEqual(await problems(), [])
  })

  test('the table and the exported file show the submitted place, while a correction is written and after it is given up', async () => {
    const { visitor, jobId, applicationId, ...rest } = await readyToSend(portal, {
      job: { job_type_id: 3, huduma_centres: [2, 5] },
    })
    const person = { visitor, jobId, applicationId, ...rest }
    const choose = async (centre: number) =>
      good(await visitor.post(PARTIAL, { job_id: jobId, huduma_centre: centre }))
    await choose(2)
    good(await visitor.post(SUBMIT, { job_id: jobId, huduma_centre: 2 }))
    await deriveFacts(portal)
    /**
     * Where the officers' table puts the applicant, and whether the file has the chosen and the other centre.
     */
    const shown = async () => {
      const { rows } = good(await staff.author.visitor.get(tablePath(jobId)))
      const file = await staff.author.visitor.get(`/api/staff/jobs/${jobId}/exports/file/?format=csv`)
      assert.equal(file.status, 200, file.text)
      return [rows[0].place, ...[chosen, other].map((name) => file.text.includes(name))]
    }
    const nameOf = async (id: number) =>
      (await portal.db.row<{ name: string }>(sql`select name from huduma_centres where id = ${id}`))?.name ??
      ''
    const [chosen, other] = [await nameOf(2), await nameOf(5)]
    const asSent = [chosen, true, false]
    assert.deepEqual(await shown(), asSent)
    good(await reopen(person))
    await choose(5)
    assert.deepEqual(await shown(), asSent, 'while it is written')
    good(await visitor.post(actionPath(person, 'keep-sent'), {}))
    assert.deepEqual(await shown(), asSent, 'given up')
    good(await reopen(person))
    await choose(5)
    good(await visitor.post(actionPath(person, 'withdraw'), {}))
    await portal.db.tx((tx) => restoreWithdrawn(tx, applicationId, staff.author.id, portal.clock.now()))
    await deriveFacts(portal)
    assert.deepEqual(await shown(), asSent, 'withdrawn and put back')
    good(await reopen(person))
    await choose(5)
    good(await visitor.post(SUBMIT, { job_id: jobId, huduma_centre: 5 }))
    await deriveFacts(portal)
    assert.deepEqual(await shown(), [other, false, true], 'sent')
  })

  test('facts, words and marks are those of the last version', async () => {
    const person = await sent()
    const before = await factOf(portal, person.applicationId)
    good(await reopen(person))
    good(await correct(person, 'second', { education: [educationEntry({ year_of_completion: '2024' })] }))
    await deriveFacts(portal)
    const facts = await factOf(portal, person.applicationId)
    assert.deepEqual([before?.year, facts?.year], [2021, 2024])
    assert.deepEqual(await problems(), [])
  })
})
