import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { deletedPerson, ERASURE_WORDS as WORDS } from '#contract/erasure/words.ts'
import { OWN_DATA_WORDS } from '#contract/own-data/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { eraseApplications } from '../../server/erasure/erase-applications.ts'
import { login, member, nextMinute, PASSWORD, registration, register, loggedIn } from '../support/accounts.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { actionPath, correct, reopen, sentOnce } from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { ERASURE, erase, problems, preview } from '../support/erasure.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sentBy, deriveFacts, tablePath } from '../support/review.ts'

// A person deletes the account. Undecided applications are withdrawn, and decided ones are kept for a time.

const DAY = 86_400_000

// `problems` returns the faults that `log verify` finds. `state` is the fingerprint of what the page showed.
// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it. The database writes each commit to
  // disk, as in production.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' }, durable: true })
  staff = await decisionStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const count = async (query: ReturnType<typeof sql>) => (await portal.db.rows(query)).length
/** Makes another person the owner of an application. */
const give = (applicationId: number, userId: number) =>
  portal.db.run(sql`update job_applications set user_id = ${userId} where id = ${applicationId}`)

const closesSoon = () => new Date(portal.clock.now().getTime() + 5 * DAY).toISOString()
/** Creates a person with a draft and three applications: one submitted, one withdrawn, and one rejected. */
async function withEach() {
  const draft = await readyToSend(portal)
  const [sent, withdrawn, decided] = [
    await sentOnce(portal),
    await sentOnce(portal),
    await sentByHand(portal, { expiry_date: closesSoon() }),
  ]
  good(await withdrawn.visitor.post(`/api/job-applications/${withdrawn.applicationId}/withdraw/`, {}))
  await staff.applied(decided.jobId, 'rejected', [decided.applicationId], { early_reason: 'Because' })
  for (const { applicationId } of [sent, withdrawn, decided]) await give(applicationId, draft.id)
  const visitor = portal.visitor()
  visitor.token = good(await login(visitor, draft.email)).token
  return { ...draft, visitor, draft, sent, withdrawn, decided }
}

describe('issue 19: the page first shows what is deleted and what stays', () => {
  test('shows drafts, applications that will be withdrawn, those withdrawn before, and what stays, until when and why', async () => {
    const { visitor, draft, sent, withdrawn, decided } = await withEach()
    const shown = await preview(visitor)
    const ids = (list: { id: number }[]) => list.map(({ id }) => id)
    assert.deepEqual(
      [ids(shown.drafts), ids(shown.withdrawn), ids(shown.earlier), ids(shown.kept)],
      [[draft.applicationId], [sent.applicationId], [withdrawn.applicationId], [decided.applicationId]],
    )
    assert.equal(shown.withdrawn[0].reference, sent.reference)
    assert.ok(shown.withdrawn[0].job.length > 0)
    const [stored] = shown.kept
    assert.deepEqual([stored.why, stored.withdrawn, stored.reference], ['decided', false, decided.reference])
    assert.ok(Date.parse(stored.until) > portal.clock.now().getTime() + 1_000 * DAY)
    assert.match(shown.state, /^[0-9a-f]{64}$/)
  })
  test('a person without applications has nothing that stays', async () => {
    const { visitor } = await loggedIn(portal)
    const { drafts, withdrawn, earlier, kept: stored, newsletter } = await preview(visitor)
    assert.deepEqual([drafts, withdrawn, earlier, stored, newsletter], [[], [], [], [], false])
  })
})

describe('issue 19: the deletion (decisions#silent-deletion)', () => {
  test('needs the password or a passkey, and the fingerprint of what was shown; a refused call deletes nothing', async () => {
    const { visitor, id } = await loggedIn(portal)
    const { state } = await preview(visitor)
    const missing = await visitor.post(ERASURE, { state })
    assert.deepEqual([missing.status, missing.json.password], [422, [OWN_DATA_WORDS.passwordRequired]])
    const unseen = await visitor.post(ERASURE, { password: PASSWORD })
    assert.deepEqual([unseen.status, unseen.json.state], [422, [WORDS.stateRequired]])
    const wrong = await visitor.post(ERASURE, { password: 'not this one', state })
    assert.deepEqual([wrong.status, wrong.json.password], [422, [OWN_DATA_WORDS.wrongPassword]])
    assert.equal(await count(sql`select from users where id = ${id}`), 1)
  })
  test('takes the account at once: it cannot log in, its sessions end, and the same email and ID can register', async () => {
    const over = { id_number: '31234567' }
    const account = await member(portal, over)
    const visitor = portal.visitor()
    visitor.token = good(await login(visitor, account.email)).token
    await portal.db.run(sql`
      insert into newsletter_subscribers (email, requested_at, confirmed_at) values (${account.email}, ${portal.clock.now()}, ${portal.clock.now()})`)
    assert.equal((await preview(visitor)).newsletter, true)
    const { status, json, headers } = await erase(visitor)
    assert.deepEqual([status, json.message], [200, WORDS.done])
    assert.equal(headers.get('clear-site-data'), '"cache"')
    assert.equal((await visitor.get('/api/user/profile/')).status, 401)
    assert.equal((await login(portal.visitor(), account.email)).status, 401)
    assert.equal(await count(sql`select from newsletter_subscribers where email = ${account.email}`), 0)
    const again = await register(portal, registration({ ...over, email: account.email }))
    assert.equal(again.status, 201, again.text)
  })
  test('withdraws undecided applications, keeps decided ones, and says both in a last email, whose row is deleted when it is sent', async () => {
    const person = await withEach()
    const { sent, withdrawn, decided, draft } = person
    good(await erase(person.visitor))
    assert.equal(await count(sql`select from job_applications where id = ${draft.applicationId}`), 0)
    for (const { applicationId, jobId } of [sent, withdrawn]) {
      assert.equal(await count(sql`select from submissions where application_id = ${applicationId}`), 0)
      const row = await portal.db.row<Record<string, unknown>>(sql`
        select user_id, is_completed, withdrawn_at is not null as withdrawn, erased_at is not null as erased from job_applications where id = ${applicationId}`)
      assert.deepEqual(row, { user_id: null, is_completed: true, withdrawn: true, erased: true })
      assert.equal(good(await staff.author.visitor.get(tablePath(jobId))).rows.length, 0)
    }
    assert.equal(await count(sql`select from submissions where application_id = ${decided.applicationId}`), 1)
    const emails = await emailsTo(portal, person.email)
    assert.equal(emails.at(-1)?.subject, 'Your account is deleted')
    assert.match(
      emails.at(-1)?.text ?? '',
      /Drafts deleted: 1\. Applications withdrawn: 1\. Applications that we keep for some time: 1\./,
    )
    assert.equal(await count(sql`select from outbox where payload::text like ${`%${person.email}%`}`), 0)
    assert.deepEqual(await problems(portal), [])
  })
  test('officers see a number instead of the name of who deleted their account, and find it by reference only', async () => {
    const decided = await sentByHand(portal)
    // Words by which officers search: the job's id, then `:` and a name, or `#` and a reference.
    await portal.db.run(sql`
      insert into application_words (application_id, words) values (${decided.applicationId},
        array_to_tsvector(array[${`${decided.jobId}:wanjiku`}, ${`${decided.jobId}#${decided.reference.toLowerCase().replaceAll('-', '')}`}]::text[]))`)
    await staff.applied(decided.jobId, 'rejected', [decided.applicationId], { early_reason: 'Because' })
    const path = `/api/staff/applications/${decided.applicationId}/`
    const found = async (search: string) =>
      good(await staff.author.visitor.get(tablePath(decided.jobId, { search }))).rows.length
    assert.match(good(await staff.author.visitor.get(path)).name, /^Wanjiku /)
    good(await erase(decided.visitor))
    const shown = good(await staff.author.visitor.get(path))
    assert.deepEqual(
      [shown.name, shown.person, shown.gender, shown.age],
      [deletedPerson(decided.applicationId), null, null, null],
    )
    const [row] = good(await staff.author.visitor.get(tablePath(decided.jobId))).rows
    assert.equal(row.name, deletedPerson(decided.applicationId))
    assert.deepEqual([await found('wanjiku'), await found(decided.reference)], [0, 1])
    assert.ok(!JSON.stringify([shown, row]).includes(decided.email))
  })
  test('a later decision about a kept application notifies no one, and stops no one else’s email', async () => {
    const [gone, other] = [await sentByHand(portal), await sentByHand(portal)]
    for (const { jobId, applicationId } of [gone, other])
      await staff.applied(jobId, 'rejected', [applicationId], { early_reason: 'Because' })
    good(await erase(gone.visitor))
    await staff.applied(gone.jobId, 'shortlisted', [gone.applicationId], { early_reason: 'It was wrong' })
    await emailsTo(portal, other.email)
    assert.equal(await count(sql`select from outbox where dead_at is null`), 0)
    assert.ok((await emailsTo(portal, other.email)).some(({ subject }) => /application/i.test(subject ?? '')))
    assert.deepEqual(await problems(portal), [])
  })
  test('W15 of a corrected application every version goes, and the log still proves that each was there', async () => {
    const person = await sentOnce(portal)
    good(await reopen(person))
    good(await correct(person, 'second'))
    good(await reopen(person))
    good(await erase(person.visitor))
    const id = person.applicationId
    assert.equal(await count(sql`select from superseded_submissions where application_id = ${id}`), 0)
    const versions = await portal.db.rows<{ logged: number }>(sql`
      select count(log_events.id)::int as logged from erased_versions join log_events on log_events.digest in (leaf, superseding)
      where application_id = ${id} group by version order by version`)
    assert.deepEqual(versions, [{ logged: 1 }, { logged: 2 }])
    assert.deepEqual(await problems(portal), [])
  })
})

describe('issue 19: officers’ own words about one person on a draft list', () => {
  const OWN = 'The certificate belongs to a sister'
  const OF_OTHER = 'This certificate belongs to a brother'
  type Listed = { person: Awaited<ReturnType<typeof sentOnce>>; other: number; list: number }
  /** Creates a draft list with two people of one job, each with a reason of their own. */
  const listed = async (otherReason = OF_OTHER): Promise<Listed> => {
    const person = await sentOnce(portal)
    const other = await sentBy(portal, person.jobId)
    await deriveFacts(portal)
    const list = await staff.drafted(person.jobId, 'rejected', [])
    good(await staff.add(list, [person.applicationId], { reason: OWN }))
    good(await staff.add(list, [other.id], { reason: otherReason }))
    return { person, other: other.id, list }
  }
  const wordsOn = async (list: number) =>
    (
      await portal.db.rows<{ words: string }>(
        sql`select words from decision_reasons where list_id = ${list} order by words`,
      )
    ).map(({ words }) => words)

  const BEFORE: Record<string, (listed: Listed) => Promise<unknown>> = {
    'from the list': async () => undefined,
    'after an officer took the person off': async ({ person, list }) =>
      good(await staff.take(list, [person.applicationId])),
    'after a correction': async ({ person }) => {
      good(await reopen(person))
      good(await correct(person, 'second'))
      await deriveFacts(portal)
    },
    'after a withdrawal': async ({ person }) =>
      good(await person.visitor.post(actionPath(person, 'withdraw'), {})),
    'after the list was proposed, left by a correction, and returned': async ({ person, list }) => {
      good(await staff.propose(list, staff.author, { early_reason: 'Because' }))
      good(await reopen(person))
      good(await correct(person, 'second'))
      await deriveFacts(portal)
      good(await staff.withdraw(list))
    },
  }
  for (const [when, prepare] of Object.entries(BEFORE))
    test(`are deleted with the account ${when}; the words about others stay`, async () => {
      const found = await listed()
      await prepare(found)
      good(await erase(found.person.visitor))
      assert.deepEqual(await wordsOn(found.list), ['Because', OF_OTHER])
      assert.deepEqual(await problems(portal), [])
    })
  test('are deleted when the time of the application is over', async () => {
    const { person, list } = await listed()
    await portal.db.tx((tx) => eraseApplications(tx, [person.applicationId], portal.clock.now()))
    assert.deepEqual(await wordsOn(list), ['Because', OF_OTHER])
  })
  test('stay while another person has the same words, and are deleted with that person', async () => {
    const { person, other, list } = await listed(OWN)
    good(await erase(person.visitor))
    assert.deepEqual(await wordsOn(list), ['Because', OWN])
    good(await staff.take(list, [other]))
    assert.deepEqual(await wordsOn(list), ['Because'])
  })
  test('are deleted when the list had the same words for everyone, and gets other words', async () => {
    const { person, list } = await listed()
    const change = async (reason: string) => good(await staff.change(list, { name: 'To rejected', reason }))
    await change(OWN)
    good(await erase(person.visitor))
    assert.deepEqual(await wordsOn(list), [OWN, OF_OTHER])
    await change('Because')
    assert.deepEqual(await wordsOn(list), ['Because', OF_OTHER])
  })
  test('are not stored when no one was added: the person has other words already, or is deleted', async () => {
    const { person, list } = await listed()
    const again = () => staff.add(list, [person.applicationId], { reason: 'The photo is of a sister' })
    assert.equal(good(await again()).here, 1)
    assert.deepEqual(await wordsOn(list), ['Because', OWN, OF_OTHER])
    good(await erase(person.visitor))
    assert.equal(good(await again()).left, 1)
    assert.deepEqual(await wordsOn(list), ['Because', OF_OTHER])
  })
})

describe('issue 19: bad moments', () => {
  test('pressed twice at once, it is done once, and each answer says so or that the session has ended; pressed again, the session has ended', async () => {
    const person = await sentOnce(portal)
    const { state } = await preview(person.visitor)
    const press = () => person.visitor.post(ERASURE, { password: PASSWORD, state })
    const both = await Promise.all([press(), press()])
    for (const { status, json } of both)
      assert.ok(status === 200 ? json.message === WORDS.done : json.code === 'signed_out', `${status}`)
    assert.ok(both.some(({ status }) => status === 200))
    const later = await press()
    assert.deepEqual([later.status, later.json.code], [401, 'signed_out'])
    assert.equal(await count(sql`select from erasures where user_id = ${person.id}`), 1)
    const emails = await emailsTo(portal, person.email)
    assert.equal(emails.filter(({ subject }) => subject === 'Your account is deleted').length, 1)
    assert.deepEqual(await problems(portal), [])
  })
  test('a submit at the same moment: either it succeeds and the erasure is refused, or it is refused because the session has ended', async () => {
    for (let round = 0; round < 8; round++) {
      nextMinute()
      const person = await readyToSend(portal)
      const { state } = await preview(person.visitor)
      const submit = () => person.visitor.post(SUBMIT, { job_id: person.jobId })
      const press = () => person.visitor.post(ERASURE, { password: PASSWORD, state })
      const [sent, erased] =
        round % 2 === 0
          ? await Promise.all([submit(), press()])
          : (await Promise.all([press(), submit()])).reverse()
      const submissions = await count(
        sql`select from submissions where application_id = ${person.applicationId}`,
      )
      if (sent?.status === 200) {
        // The submitted application is not lost, because the erasure was refused.
        assert.deepEqual([erased?.status, erased?.json.message, submissions], [409, WORDS.changed, 1])
        assert.equal(await count(sql`select from users where id = ${person.id}`), 1)
      } else {
        assert.deepEqual([sent?.status, sent?.json.code, erased?.status], [401, 'signed_out', 200])
        assert.equal(submissions, 0)
        assert.equal(await count(sql`select from users where id = ${person.id}`), 0)
      }
    }
    await deriveFacts(portal)
    assert.deepEqual(await problems(portal), [])
  })
  test('a new draft at the same moment: either it exists and the erasure is refused, or it is refused because the session has ended', async () => {
    for (let round = 0; round < 8; round++) {
      nextMinute()
      const person = await readyToSend(portal)
      await portal.db.run(sql`delete from job_applications where id = ${person.applicationId}`)
      const { state } = await preview(person.visitor)
      const erase = () => person.visitor.post(ERASURE, { password: PASSWORD, state })
      const begin = () => person.visitor.post('/api/job-applications/', { job: person.jobId })
      const [started, erased] =
        round % 2 === 0
          ? await Promise.all([begin(), erase()])
          : (await Promise.all([erase(), begin()])).reverse()
      const applications = await count(sql`select from job_applications where user_id = ${person.id}`)
      if (erased?.status === 200)
        assert.deepEqual([started?.status, started?.json.code, applications], [401, 'signed_out', 0])
      else assert.deepEqual([erased?.status, started?.status, applications], [409, 201, 1])
    }
    assert.deepEqual(await problems(portal), [])
  })
  test('a verdict at the same moment: one of the two comes first, completely, and `log verify` finds no fault', async () => {
    for (let round = 0; round < 4; round++) {
      nextMinute()
      const person = await sentByHand(portal)
      const { state } = await preview(person.visitor)
      const list = await staff.approved(person.jobId, 'rejected', [person.applicationId], {
        early_reason: 'Because',
      })
      portal.clock.advance(11 * 60_000)
      const [erased] = await Promise.all([
        person.visitor.post(ERASURE, { password: PASSWORD, state }),
        applyDueLists(portal.deps),
      ])
      const entry = await portal.db.row<{ applied: boolean }>(
        sql`select applied_at is not null as applied from decision_entries where list_id = ${list}`,
      )
      assert.deepEqual(
        entry?.applied ? [erased.status, erased.json.message] : [erased.status],
        entry?.applied ? [409, WORDS.changed] : [200],
      )
    }
    await applyDueLists(portal.deps)
    assert.deepEqual(await problems(portal), [])
  })
  test('if something changed since the page was opened, the page shows it before anything is deleted', async () => {
    const person = await sentByHand(portal)
    const { state } = await preview(person.visitor)
    await staff.applied(person.jobId, 'rejected', [person.applicationId], { early_reason: 'Because' })
    const refused = await erase(person.visitor, { state })
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.changed])
    assert.equal(await count(sql`select from users where id = ${person.id}`), 1)
    good(await erase(person.visitor))
  })
  test('a clock that went back deletes nothing and says so; once it is right again, the deletion works', async () => {
    const person = await sentOnce(portal)
    const right = portal.clock.now()
    portal.clock.set(new Date(right.getTime() - 30 * 60_000))
    const refused = await erase(person.visitor)
    assert.deepEqual([refused.status, refused.json.message], [503, WORDS.clock])
    assert.ok(refused.headers.get('retry-after'))
    assert.equal(await count(sql`select from submissions where application_id = ${person.applicationId}`), 1)
    portal.clock.set(right)
    good(await erase(person.visitor))
    assert.deepEqual(await problems(portal), [])
  })
  test('also after something else happened at the wrong hour', async () => {
    const person = await sentOnce(portal)
    const right = portal.clock.now()
    portal.clock.set(new Date(right.getTime() - 30 * 60_000))
    await sentOnce(portal)
    const refused = await erase(person.visitor)
    assert.deepEqual([refused.status, refused.json.message], [503, WORDS.clock])
    portal.clock.set(right)
    good(await erase(person.visitor))
  })
})
