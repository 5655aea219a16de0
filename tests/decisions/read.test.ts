import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longDeadline } from '#contract/dates.ts'
import { REASON_WORDS } from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { notificationsWhere } from '../support/notifications.ts'
import { emailsTo } from '../support/emails.ts'
import { type Portal } from '../support/portal.ts'

// The approver reads a decision list, and approves exactly what was read. `good` checks that a reply has
// status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

/** The decision list as the approver reads it. */
const read = async (list: number) => good(await staff.view(list, staff.second))
const inSeconds = (seconds: number) => new Date(portal.clock.now().getTime() + seconds * 1_000)

describe('the second person reads every reason', () => {
  test('with its count on the list, and each on its row and its case; the email is built from kind, value and words', async () => {
    const job = await staff.job()
    const [first = 0, two = 0, three = 0, four = 0] = await sentOnes(portal, job, 4)
    const list = await staff.drafted(job, 'rejected', [], { reason: 'As resolved' })
    good(
      await staff.add(list, [first, two], {
        reason_kind: 'not_resident',
        reason_value: ' Garissa Township ',
        reason: 'See section 3.',
      }),
    )
    good(await staff.add(list, [three], { reason: 'Pay me 5000 at 0700000000' }))
    good(await staff.add(list, [four]))
    const { digest } = good(await staff.propose(list))
    const notResident = 'You do not live in Garissa Township. See section 3.'
    const reasons = [
      { text: notResident, count: 2 },
      { text: 'As resolved', count: 1 },
      { text: 'Pay me 5000 at 0700000000', count: 1 },
    ]
    assert.deepEqual((await read(list)).reasons, reasons)
    const { rows } = good(await staff.second.visitor.get(`/api/staff/jobs/${job}/applications/?list=${list}`))
    const reasonOf = new Map(rows.map((row: { id: number; reason: string | null }) => [row.id, row.reason]))
    assert.deepEqual(
      [first, two, three, four].map((id) => reasonOf.get(id) ?? ''),
      [notResident, notResident, 'Pay me 5000 at 0700000000', 'As resolved'],
    )
    assert.equal(
      good(await staff.second.visitor.get(`/api/staff/applications/${three}/`)).reason,
      'Pay me 5000 at 0700000000',
    )
    const stored = await portal.db.rows(
      sql`select kind, values, words from decision_reasons where list_id = ${list} and kind <> 'other'`,
    )
    assert.deepEqual(stored, [
      { kind: 'not_resident', values: { place: 'Garissa Township' }, words: 'See section 3.' },
    ])
    good(await staff.decide(list, { approve: true, digest }))
    const owner = await portal.db.row<{ email: string }>(
      sql`select email from users join job_applications application on application.user_id = users.id where application.id = ${first}`,
    )
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    const [sentEmail] = await emailsTo(portal, owner?.email ?? '')
    assert.ok(sentEmail?.text?.includes(`The reason: ${notResident}`))
    const [notification] = await notificationsWhere(
      portal.db,
      sql`url = ${`/dashboard/applications/${three}`}`,
    )
    assert.match(notification?.message ?? '', /is now Rejected\. Pay me 5000/)
  })
  test('a reason of an unknown kind, stored by a later version, is shown by its words alone', async () => {
    const job = await staff.job()
    const [first = 0] = await sentOnes(portal, job, 1)
    const list = await staff.drafted(job, 'rejected', [first], { reason: 'As resolved' })
    const renameKind = (words: string) =>
      portal.db.run(sql`update decision_reasons set kind = 'later', words = ${words} where list_id = ${list}`)
    await renameKind('As resolved')
    const { own_reason, reasons } = await read(list)
    assert.deepEqual(own_reason, { kind: 'other', values: {}, words: 'As resolved' })
    assert.deepEqual(reasons, [{ text: 'As resolved', count: 1 }])
    await renameKind('')
    assert.equal((await read(list)).own_reason, null)
  })
  test('“no reason” is listed only if some applicant gets none', async () => {
    const job = await staff.job()
    const [first = 0, two = 0] = await sentOnes(portal, job, 2)
    const list = await staff.drafted(job, 'shortlisted', [first], { reason: '' })
    assert.deepEqual((await read(list)).reasons, [{ text: '', count: 1 }])
    good(await staff.add(list, [two], { reason: 'By appeal' }))
    assert.deepEqual((await read(list)).reasons.map(({ text }: { text: string }) => text).sort(), [
      '',
      'By appeal',
    ])
  })
  test('an approval covers kind, value and words of each reason', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 1)
    const list = await staff.drafted(job, 'rejected', ids, {
      reason_kind: 'documents_missing',
      reason_value: 'KCSE certificate',
      reason: '',
    })
    const { digest } = good(await staff.propose(list))
    for (const [change, back] of [
      [sql`kind = 'qualification'`, sql`kind = 'documents_missing'`],
      [sql`values = '{"documents":"x"}'`, sql`values = '{"documents":"KCSE certificate"}'`],
      [sql`words = 'x'`, sql`words = ''`],
    ] as const) {
      await portal.db.run(sql`update decision_reasons set ${change} where list_id = ${list}`)
      assert.equal((await staff.decide(list, { approve: true, digest })).status, 409)
      await portal.db.run(sql`update decision_reasons set ${back} where list_id = ${list}`)
    }
    assert.equal(good(await staff.decide(list, { approve: true, digest })).state, 'approved')
  })
  test('a value that its kind asks for is written; a list holds as many reasons as one person reads', async () => {
    const job = await staff.job()
    const [first = 0] = await sentOnes(portal, job, 1)
    const list = await staff.drafted(job, 'rejected', [])
    assert.deepEqual((await staff.add(list, [first], { reason_kind: 'not_resident' })).json.reason_value, [
      REASON_WORDS.value('Area of the job'),
    ])
    await portal.db.run(sql`
      insert into decision_reasons (list_id, kind, words) select ${list}, 'other', 'Reason ' || n from generate_series(2, ${DECISIONS.maxReasons}::int) n`)
    assert.equal(
      (await staff.add(list, [first], { reason: 'One more' })).status,
      200,
      'those that nobody has make room',
    )
    const used = sql`select count(*)::int as count from decision_reasons where list_id = ${list}`
    assert.equal((await portal.db.row<{ count: number }>(used))?.count, 2)
    const many = await sentOnes(portal, job, DECISIONS.maxReasons - 2)
    good(await staff.add(list, many, { reason: 'Reason 0' }))
    // Gives the list as many reasons as it may have. Each reason belongs to one application.
    await portal.db.run(sql`
      with kept as (insert into decision_reasons (list_id, kind, words) select ${list}, 'other', 'Reason ' || n from generate_series(1, ${many.length - 1}::int) n
        returning id, substr(words, 8)::int as at)
      update decision_entries set reason_id = kept.id from kept where list_id = ${list} and application_id = (${many}::bigint[])[kept.at]`)
    const [last = 0] = await sentOnes(portal, job, 1)
    assert.equal(
      (await staff.add(list, [last], { reason: 'Too many' })).json.message,
      REASON_WORDS.tooMany(DECISIONS.maxReasons),
    )
  })
})

describe('a verdict before the deadline', () => {
  test('is proposed with a reason of its own, which is kept, logged, and under the digest', async () => {
    const deadline = inSeconds(3_600)
    const job = await staff.job({ expiry_date: deadline.toISOString() })
    const ids = await sentOnes(portal, job, 1)
    const list = await staff.drafted(job, 'rejected', ids)
    assert.equal((await read(list)).open_until, deadline.toISOString())
    assert.deepEqual((await staff.propose(list)).json.early_reason, [
      DECISION_WORDS.early(longDeadline(deadline)),
    ])
    const proposed = good(await staff.propose(list, staff.author, { early_reason: ' The court ordered it ' }))
    assert.equal(proposed.early_reason, 'The court ordered it')
    await portal.db.run(sql`update decisions set early_reason = 'x' where id = ${list}`)
    assert.equal((await staff.decide(list, { approve: true, digest: proposed.digest })).status, 409)
    await portal.db.run(sql`update decisions set early_reason = 'The court ordered it' where id = ${list}`)
    good(await staff.decide(list, { approve: true, digest: proposed.digest }))
    const auditEntries = await portal.db.rows<{ why: string }>(sql`
      select detail ->> 'before_deadline' as why from audit_entries where act in ('list.proposed', 'list.approved') and detail -> 'list' = to_jsonb(${list}::int)`)
    assert.deepEqual(auditEntries, [{ why: 'The court ordered it' }, { why: 'The court ordered it' }])
  })
  test('is not needed for a move to the long list, nor after the deadline, unless the job was opened again', async () => {
    const job = await staff.job({ expiry_date: inSeconds(60).toISOString() })
    const [first = 0, two = 0] = await sentOnes(portal, job, 2)
    good(await staff.propose(await staff.drafted(job, 'long_list', [first])))
    portal.clock.advance(61_000)
    const late = await staff.proposed(job, 'rejected', [two])
    assert.deepEqual([late.state, late.early_reason, late.open_until], ['proposed', '', null])
    await portal.db.run(sql`update jobs set expiry_date = ${inSeconds(3_600)} where id = ${job}`)
    assert.equal(
      (await staff.decide(late.id, { approve: true, digest: late.digest })).json.message,
      DECISION_WORDS.earlyByNow,
    )
  })
})

describe('the lines of the law on a list', () => {
  // `law` says whether a list obeys two rules: at most two thirds of one gender, and at least five percent
  // with a disability. Applications are of women unless a test says otherwise.
  const setMen = (ids: number[]) =>
    portal.db.run(sql`update application_facts set gender = 'M' where application_id = any(${ids})`)
  const women = ({ law }: { law: { gender: { count: number | null }[] } }) => law.gender[0]?.count
  test('are the same for the proposer and the approver, blind or not, and count the list as it was proposed', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 40)
    await setMen(ids.slice(0, 18))
    const list = await staff.drafted(job, 'shortlisted', ids)
    assert.deepEqual(
      [(await read(list)).law.whole, (await read(list)).law.two_thirds],
      [null, 'unknown'],
      'not while it changes',
    )
    good(await staff.propose(list))
    const { law } = await read(list)
    assert.deepEqual([law.whole, law.current, law.two_thirds, women({ law })], [40, true, 'within', 22])
    assert.equal(law.five_percent, 'unknown', 'fewer than five of forty may be two')
    assert.deepEqual(good(await staff.view(list)).law, law)
    await portal.db.run(sql`insert into blind_lifts (staff_id, job_id, reason, lifted_at, ends_at)
      values (${staff.author.id}, ${job}, 'x', ${portal.clock.now()}, ${inSeconds(3_600)})`)
    const lifted = good(await staff.view(list))
    assert.deepEqual([lifted.law, lifted.sums], [law, null])
  })
  test('say nothing of fewer than twenty who are hidden', async () => {
    const job = await staff.job()
    const few = await staff.proposed(job, 'shortlisted', await sentOnes(portal, job, 19))
    assert.deepEqual([few.law.whole, few.law.two_thirds], [null, 'unknown'])
  })
  test('hide what would follow about the hidden people, because anyone can count those whose names are visible', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 25)
    const [men, openWomen] = [ids.slice(5), ids.slice(0, 5)]
    await setMen(men)
    await staff.applied(job, 'shortlisted', openWomen)
    const { law } = await staff.proposed(job, 'rejected', ids)
    const secret = { count: null, fewer: false }
    assert.deepEqual([law.whole, law.gender], [25, [secret, secret, { count: 0, fewer: false }]])
    assert.deepEqual(law.disability, [{ count: null, fewer: true }, secret])
    assert.equal(law.two_thirds, 'unknown')
  })
  test('show every count of a list on which all names are visible', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 3)
    await setMen(ids.slice(0, 1))
    await staff.applied(job, 'shortlisted', ids)
    const { law } = await staff.proposed(job, 'hired', ids)
    const counts = (cells: { count: number | null }[]) => cells.map(({ count }) => count)
    assert.deepEqual([law.whole, counts(law.gender), counts(law.disability)], [3, [2, 1, 0], [0, 3]])
    assert.deepEqual([law.two_thirds, law.five_percent], ['within', 'outside'])
  })
  test('do not change when one person joins or leaves: the difference would reveal that person', async () => {
    const job = await staff.job()
    const [first, second] = [await sentOnes(portal, job, 25), await sentOnes(portal, job, 25)]
    const [extra = 0] = await sentOnes(portal, job, 1)
    await setMen([...first.slice(0, 10), ...second.slice(0, 10), extra])
    const list = (await staff.proposed(job, 'shortlisted', first)).id
    assert.equal(women(await read(list)), 15)
    good(await staff.withdraw(list))
    good(await staff.add(list, [extra]))
    const more = good(await staff.propose(list))
    assert.deepEqual([more.law.whole, more.law.current, women(more)], [25, false, 15], 'as they were')
    good(await staff.withdraw(list))
    good(await staff.take(list, [extra, first[0] ?? 0]))
    assert.deepEqual([women(good(await staff.propose(list)))], [15])
    good(await staff.withdraw(list))
    good(await staff.withdraw(list))
    assert.equal(women(await staff.proposed(job, 'shortlisted', second)), 15)
    // The list has one person more than the list before. The difference of their counts would reveal
    // something about that person.
    const { id } = good(await staff.make(job, 'rejected'))
    good(await staff.add(id, [...first, extra]))
    assert.equal(good(await staff.propose(id)).law.whole, null)
    good(await staff.withdraw(id))
    good(await staff.take(id, [extra]))
    assert.deepEqual([good(await staff.propose(id)).law.whole, women(await read(id))], [25, 15])
  })
})
