import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { WITHDRAWAL_WORDS as WORDS } from '#contract/job-applications/withdrawal.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { answers, APPLICATIONS, detailPath, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { factOf, deriveFacts, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'
import { form, send } from '../support/uploads.ts'

// A person withdraws an application, and support puts it back.

const HOUR = 3_600_000

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
/** An administrator, who puts withdrawn applications back. */
let helper: Officer
before(async () => {
  // The database writes each commit to the disk, as in production.
  portal = await openPortal({ durable: true })
  staff = await decisionStaff(portal)
  helper = await officer(portal, 'administrator')
})
after(() => portal.close())

type Sent = Awaited<ReturnType<typeof sent>>
/** Creates a person with a submitted application. A worker has derived the facts by which officers filter. */
async function sent(job: Record<string, unknown> = {}) {
  const person = await readyToSend(portal, { job })
  const { reference_number: reference } = good(
    await person.visitor.post(SUBMIT, { job_id: person.jobId }, { headers: { 'idempotency-key': 'first' } }),
  )
  await deriveFacts(portal)
  return { ...person, reference: String(reference) }
}
const withdraw = ({ visitor, applicationId }: Pick<Sent, 'visitor' | 'applicationId'>) =>
  visitor.post(`/api/job-applications/${applicationId}/withdraw/`, {})
const statusOf = async ({ visitor, applicationId }: Sent) =>
  (await visitor.get(detailPath(applicationId))).json.status
/** How many applications of the job the officers' table shows. */
const rowsOf = async (jobId: number) => good(await staff.author.visitor.get(tablePath(jobId))).rows.length
/** An officer of support finds the person and puts the withdrawn application back. */
const restore = async (person: Sent, by: Officer = helper, reason = 'They rang') => {
  const { json } = await by.visitor.post('/api/staff/support/search/', { by: 'email', text: person.email })
  const job = await portal.db.row<{ reference: string }>(
    sql`select reference from jobs where id = ${person.jobId}`,
  )
  return by.visitor.post(`/api/staff/support/people/${json.found[0].handle}/restore/`, {
    job_reference: job?.reference,
    reason,
  })
}
/** The faults that the command `log verify` finds in the public log. */
async function problems(): Promise<string[]> {
  await checkpointWriter(portal.deps)()
  const found: string[] = []
  await auditLog(portal.deps, (problem) => found.push(problem))
  return found
}

describe('L2 a person withdraws an application (decisions#silent-withdrawal)', () => {
  test('W9 a page that still shows the withdrawn application starts no other one; a save without a version does', async () => {
    const person = await sent()
    const { version } = good(
      await person.visitor.post(`/api/job-applications/${person.applicationId}/reopen/`, {}),
    )
    good(await withdraw(person))
    const save = (body: Record<string, unknown>) =>
      person.visitor.post(PARTIAL, { job_id: person.jobId, address: 'P.O. Box 7, Lamu', ...body })
    const stale = await save({ version })
    assert.deepEqual(
      [stale.status, stale.json.code, stale.json.message],
      [404, 'not_found', 'Application not found'],
    )
    const parts = Object.entries({ job_id: person.jobId, version }).map(([name, value]) => ({
      name,
      data: String(value),
    }))
    for (const file of [[], [{ name: 'cv', file: 'cv.pdf', data: pdf('', 3_000) }]]) {
      const { body, type } = form([...parts, ...file])
      const headers = { 'content-type': type }
      const submitted = await send(portal.url + SUBMIT, {
        method: 'POST',
        token: person.visitor.token,
        headers,
        body,
      })
      assert.deepEqual([submitted.status, submitted.json.code], [404, 'not_found'])
    }
    assert.equal(good(await person.visitor.get(APPLICATIONS)).length, 1)
    const started = good(await save({}))
    assert.deepEqual([started.version, started.id === person.applicationId], [1, false])
  })
  test('its owner sees Withdrawn, an email and a notification; officers’ lists no longer have it; the public log has an event', async () => {
    const person = await sent()
    assert.equal(await rowsOf(person.jobId), 1)
    const { status, json } = await withdraw(person)
    assert.deepEqual([status, json.status, json.message], [200, 'Withdrawn', WORDS.done])
    assert.equal(await statusOf(person), 'Withdrawn')
    const [listed] = good(await person.visitor.get(APPLICATIONS))
    assert.deepEqual([listed.status, listed.reference_number], ['Withdrawn', person.reference])
    assert.equal(await rowsOf(person.jobId), 0)
    const seen = await staff.author.visitor.get(`/api/staff/applications/${person.applicationId}/`)
    assert.equal(seen.status, 404)
    const emails = await emailsTo(portal, person.email)
    assert.match(emails.at(-1)?.subject ?? '', /^Withdrawn: your application for /)
    assert.ok(emails.at(-1)?.text?.includes(person.reference))
    const [notification] = good(await person.visitor.get('/api/notifications/'))
    assert.match(notification.message, new RegExp(`^You withdrew your application ${person.reference} for `))
    const events = await portal.db.rows(sql`
      select from log_events join withdrawals using (digest) where kind = 'withdrawal' and application_id = ${person.applicationId}`)
    assert.equal(events.length, 1)
    assert.deepEqual(await problems(), [])
  })

  test('a repeated call, also five at once, changes nothing', async () => {
    const person = await sent()
    const calls = await Promise.all(Array.from({ length: 5 }, () => withdraw(person)))
    assert.deepEqual(
      calls.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    const times = new Set([...calls, await withdraw(person)].map(({ json }) => json.withdrawn_at))
    assert.equal(times.size, 1)
    const rows = await portal.db.rows(
      sql`select from withdrawals where application_id = ${person.applicationId}`,
    )
    assert.equal(rows.length, 1)
  })

  test('a draft and another person’s application cannot be withdrawn; nothing changes', async () => {
    const draft = await readyToSend(portal)
    const refused = await withdraw(draft)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.notSent])
    const person = await sent()
    const thief = await withdraw({ visitor: draft.visitor, applicationId: person.applicationId })
    assert.equal(thief.status, 404)
    assert.equal(await statusOf(person), 'Pending')
    assert.equal(await rowsOf(person.jobId), 1)
  })

  test('an application that is withdrawn before its facts are derived never enters a list', async () => {
    const person = await readyToSend(portal)
    good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
    good(await withdraw(person))
    await deriveFacts(portal)
    assert.equal(await factOf(portal, person.applicationId), undefined)
  })

  test('after the deadline too', async () => {
    const person = await sent({
      expiry_date: new Date(portal.clock.now().getTime() + HOUR / 6).toISOString(),
    })
    portal.clock.advance(HOUR / 3)
    assert.equal((await withdraw(person)).status, 200)
  })
})

describe('L2 a withdrawal and a verdict', () => {
  /** Approves a decision list that rejects the person. It is due to take effect now. */
  const dueRejection = async (person: Sent) => {
    const list = await staff.approved(person.jobId, 'rejected', [person.applicationId], {
      early_reason: 'Because',
    })
    portal.clock.advance(11 * 60_000)
    return list
  }

  test('a decided application cannot be withdrawn, and stays as it is', async () => {
    const person = await sentByHand(portal)
    await dueRejection(person)
    await applyDueLists(portal.deps)
    const { status, json } = await withdraw(person)
    assert.deepEqual([status, json.message], [409, WORDS.decided])
    assert.equal(await statusOf(person), 'Rejected')
    assert.deepEqual(await problems(), [])
  })

  test('of a withdrawal and a verdict at the same moment one succeeds, completely; the other is refused or left out', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const person = await sentByHand(portal)
      const list = await dueRejection(person)
      const [answer] = await Promise.all([withdraw(person), applyDueLists(portal.deps)])
      const status = await statusOf(person)
      outcomes.add(status)
      assert.equal(answer.status, status === 'Withdrawn' ? 200 : 409)
      const entry = await portal.db.row<{ applied_at: Date | null; is_open: boolean }>(
        sql`select applied_at, is_open from decision_entries where list_id = ${list}`,
      )
      assert.deepEqual([entry?.applied_at === null, entry?.is_open], [status === 'Withdrawn', false])
      const emails = await emailsTo(portal, person.email)
      assert.equal(
        emails.some(({ subject }) => subject?.startsWith('Withdrawn')),
        status === 'Withdrawn',
      )
    }
    assert.ok([...outcomes].every((status) => status === 'Withdrawn' || status === 'Rejected'))
    assert.deepEqual(await problems(), [])
  })

  test('on a list that is being drafted it is taken off; on a list that was proposed it is left out when the list takes effect', async () => {
    const [drafted, proposed] = [await sentByHand(portal), await sentByHand(portal)]
    const list = await staff.drafted(drafted.jobId, 'rejected', [drafted.applicationId])
    good(await withdraw(drafted))
    assert.equal(good(await staff.view(list)).size, 0)
    const approvedList = await staff.approved(proposed.jobId, 'rejected', [proposed.applicationId], {
      early_reason: 'Because',
    })
    good(await withdraw(proposed))
    portal.clock.advance(11 * 60_000)
    await applyDueLists(portal.deps)
    assert.equal(good(await staff.view(approvedList)).state, 'applied')
    assert.equal(await statusOf(proposed), 'Withdrawn')
    assert.deepEqual(await problems(), [])
  })
})

describe('L2 after a withdrawal a person may apply again (decisions#silent-withdrawal)', () => {
  test('with a new reference, while the job is open; the first stays Withdrawn', async () => {
    const person = await sent()
    good(await withdraw(person))
    const check = good(await person.visitor.get(`/api/job-applications/check/${person.jobId}/`))
    assert.deepEqual(check, { exists: false, is_completed: false, application_id: null })
    const draft = good(await person.visitor.post(PARTIAL, { job_id: person.jobId, ...answers() }))
    assert.notEqual(draft.id, person.applicationId)
    const again = good(await person.visitor.post(SUBMIT, { job_id: person.jobId }))
    assert.notEqual(again.reference_number, person.reference)
    await deriveFacts(portal)
    assert.equal(await rowsOf(person.jobId), 1)
    const listed = good(await person.visitor.get(APPLICATIONS))
    assert.deepEqual(
      listed.map(({ id, status }: { id: number; status: string }) => [id, status]),
      [
        [draft.id, 'Pending'],
        [person.applicationId, 'Withdrawn'],
      ],
    )
    assert.deepEqual(await problems(), [])
  })

  test('W10 a late repeat of the first submit gets the first receipt, and does not apply again', async () => {
    const person = await sent()
    good(await withdraw(person))
    const repeat = () =>
      person.visitor.post(
        SUBMIT,
        { job_id: person.jobId, ...answers() },
        { headers: { 'idempotency-key': 'first' } },
      )
    assert.equal(good(await repeat()).reference_number, person.reference)
    good(await person.visitor.post(PARTIAL, { job_id: person.jobId, ...answers() }))
    assert.equal(good(await repeat()).reference_number, person.reference)
    assert.deepEqual(
      good(await person.visitor.get(APPLICATIONS)).map(({ status }: { status: string }) => status),
      ['Draft', 'Withdrawn'],
    )
  })

  test('W10 a late repeat that carries its file gets the first receipt too: it starts no draft, adds no file, and the deadline does not matter', async () => {
    const expiry_date = new Date(portal.clock.now().getTime() + HOUR / 6).toISOString()
    const person = await readyToSend(portal, { job: { expiry_date } })
    const { body, type } = form([
      { name: 'job_id', data: String(person.jobId) },
      { name: 'cv', file: 'cv.pdf', type: 'application/pdf', data: pdf() },
    ])
    const submit = async () => {
      const headers = { 'content-type': type, 'content-length': body.length, 'idempotency-key': 'first' }
      return good(
        await send(portal.url + SUBMIT, { method: 'POST', token: person.visitor.token, headers, body }),
      ).receipt
    }
    const listed = async () => good(await person.visitor.get(APPLICATIONS)) as { status: string }[]
    const receipt = await submit()
    good(await withdraw(person))
    assert.deepEqual(await submit(), receipt)
    assert.deepEqual(
      (await listed()).map(({ status }) => status),
      ['Withdrawn'],
    )
    const draft = good(await person.visitor.post(PARTIAL, { job_id: person.jobId, ...answers() }))
    assert.deepEqual(await submit(), receipt)
    portal.clock.advance(HOUR / 3)
    assert.deepEqual(await submit(), receipt)
    const { documents, is_completed } = good(await person.visitor.get(detailPath(draft.id)))
    assert.deepEqual([documents, is_completed], [[], false])
  })
})

describe('L2 support puts a withdrawn application back within a day (decisions#silent-withdrawal)', () => {
  test('where it was, with a reason in the log, and its owner is notified', async () => {
    const person = await sentByHand(portal)
    await staff.applied(person.jobId, 'long_list', [person.applicationId])
    good(await withdraw(person))
    const { status, json } = await restore(person)
    assert.equal(status, 200)
    assert.equal(json.applications[0].status, 'Under Review')
    await deriveFacts(portal)
    assert.equal(await statusOf(person), 'Under Review')
    // Stage 2 is the long list, from which the application was withdrawn.
    assert.equal((await factOf(portal, person.applicationId))?.stage, 2)
    assert.match((await emailsTo(portal, person.email)).at(-1)?.subject ?? '', /^Put back: /)
    const entries = await portal.db.rows(
      sql`select from audit_entries where act = 'support.application_restored' and reason = 'They rang' and user_id = ${person.id}`,
    )
    assert.equal(entries.length, 1)
    assert.deepEqual(await problems(), [])
    // The person withdraws a second time, and support puts the application back again.
    good(await withdraw(person))
    assert.equal((await restore(person)).status, 200)
    assert.deepEqual(await problems(), [])
  })

  test('of two for one job, only the one that was withdrawn last is offered', async () => {
    const person = await sent()
    good(await withdraw(person))
    portal.clock.advance(60_000)
    const headers = { 'idempotency-key': 'again' }
    const body = { job_id: person.jobId, ...answers() }
    const { reference_number: last } = good(await person.visitor.post(SUBMIT, body, { headers }))
    const row = await portal.db.row<{ id: number }>(
      sql`select id from job_applications where reference_number = ${last}`,
    )
    good(await withdraw({ visitor: person.visitor, applicationId: row?.id ?? 0 }))
    const search = { by: 'email', text: person.email }
    const { found } = good(await helper.visitor.post('/api/staff/support/search/', search))
    const seen = good(await helper.visitor.get(`/api/staff/support/people/${found[0].handle}/`))
    const offered = seen.applications.filter((entry: { may_restore: boolean }) => entry.may_restore)
    assert.deepEqual(
      [seen.applications.length, offered.map((entry: { reference: string }) => entry.reference)],
      [2, [last]],
    )
  })

  test('not after a day, not without a reason, not when the person has applied again', async () => {
    const late = await sent()
    good(await withdraw(late))
    assert.equal((await restore(late, helper, ' ')).status, 422)
    portal.clock.advance(APPLICATION.restoreHours * HOUR)
    const nextDay = await officer(portal, 'administrator')
    const refused = await restore(late, nextDay)
    assert.deepEqual([refused.status, refused.json.message], [409, SUPPORT_WORDS.notWithdrawn])

    const again = await sent()
    good(await withdraw(again))
    good(await again.visitor.post(PARTIAL, { job_id: again.jobId, ...answers() }))
    const second = await restore(again, nextDay)
    assert.deepEqual([second.status, second.json.message], [409, SUPPORT_WORDS.appliedAgain])
    assert.equal(await statusOf(again), 'Withdrawn')
  })
})

describe('T32 who reviews applications', () => {
  test('cannot put one back: it would show whose application it is', async () => {
    const person = await sent()
    good(await withdraw(person))
    const reviewer = await officer(portal, 'recruiter')
    const { status, json } = await restore(person, reviewer)
    assert.deepEqual([status, json.message], [403, SUPPORT_WORDS.notByReviewers])
    assert.equal(await statusOf(person), 'Withdrawn')
  })
})

describe('R10 log verify names what does not fit a withdrawal', () => {
  /**
   * Runs these statements. Returns the faults that `log verify` then finds, and undoes the change by `undo`.
   */
  const changed = async (statement: string, undo: string): Promise<string[]> => {
    const run = async (script: string) => {
      for (const text of script.split('; ')) await portal.db.run({ text, values: [] } as never)
    }
    await run(statement)
    const found = await problems()
    await run(undo)
    return found
  }
  test('an application that vanished from the lists, and one that is marked without a withdrawal', async () => {
    const [{ applicationId: id }, withdrawn] = [await sent(), await sent()]
    good(await withdraw({ ...withdrawn }))
    const gone = await changed(
      `create table put_aside as select * from application_facts where application_id = ${id}; delete from application_facts where application_id = ${id}`,
      `insert into application_facts select * from put_aside; drop table put_aside`,
    )
    assert.deepEqual(gone, [
      `The application ${id} was sent and not withdrawn, but no list of officers has it.`,
    ])
    const marked = await changed(
      `update job_applications set withdrawn_at = now(), withdrawn_id = id where id = ${id}`,
      `update job_applications set withdrawn_at = null, withdrawn_id = 0 where id = ${id}`,
    )
    assert.deepEqual(marked, ['1 applications are marked as withdrawn without a withdrawal.'])
    const moved = await changed(
      `update withdrawals set withdrawn_at = withdrawn_at - interval '1 second' where application_id = ${withdrawn.applicationId}`,
      `update withdrawals set withdrawn_at = withdrawn_at + interval '1 second' where application_id = ${withdrawn.applicationId}`,
    )
    assert.equal(moved.length, 2)
    const more = await changed(
      `insert into withdrawals (application_id, stage, is_open, withdrawn_at, salt, digest, restored_at, restored_by)
        select application_id, stage, is_open, withdrawn_at, salt, salt, withdrawn_at, ${helper.id} from withdrawals
        where application_id = ${withdrawn.applicationId}`,
      `delete from withdrawals where digest = salt`,
    )
    assert.deepEqual(
      more.map((problem) => problem.replace(/\d+/g, 'N')),
      ['The withdrawal N of application N has no event in the log.'],
    )
  })
})
