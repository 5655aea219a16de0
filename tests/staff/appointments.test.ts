import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { longDeadline } from '#contract/dates.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { APPOINTMENT_WORDS } from '#contract/staff/appointment-words.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { inviteByCommand } from '../../server/staff/invite.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer, withCsrf } from '../support/staff.ts'

// To appoint or change an approver or administrator, a second administrator must agree.

const NOWHERE = { counties: [], constituencies: [] }
const DAY = 86_400_000
let portal: Portal
let first: Officer
let second: Officer
let auditor: Officer
let people = 0
/** A new email address for an officer. */
const address = () => `appointed${++people}@iebc.example`
/** The officers, with new sessions: the old ones end when a test moves the clock far. */
const newOfficers = async () => {
  first = await officer(portal, 'administrator')
  second = await officer(portal, 'administrator')
  auditor = await officer(portal, 'auditor')
}
before(async () => {
  portal = await openPortal()
  await newOfficers()
})
after(() => portal.close())

type Answer = { status: number; json: ReturnType<typeof JSON.parse> }
const invite = (by: Officer, body: Record<string, unknown>): Promise<Answer> =>
  by.visitor.post('/api/staff/invitations/', { name: 'Asha Noor', ...body })
const change = (by: Officer, id: number, body: Record<string, unknown>): Promise<Answer> =>
  by.visitor.request('PATCH', `/api/staff/people/${id}/`, { body: { reason: 'A new post', ...body } })
/** Agrees to a proposal or refuses it. `digest` shows which version of it the officer has read. */
const decide = (
  by: Officer,
  { id, digest }: { id: number; digest: string },
  body: Record<string, unknown> = {},
): Promise<Answer> =>
  by.visitor.post(`/api/staff/appointments/${id}/decide/`, { agree: true, digest, ...body })
const takeBack = (by: Officer, id: number): Promise<Answer> =>
  by.visitor.post(`/api/staff/appointments/${id}/withdraw/`)
/** The waiting proposals; `may` lists what this officer may do with each. */
const waiting = async (by: Officer) =>
  (await by.visitor.get('/api/staff/appointments/')).json.waiting as { id: number; may: string[] }[]
const roleOf = async (id: number) =>
  (await portal.db.row<{ role: string }>(sql`select role from staff where id = ${id}`))?.role
/** The subjects of the emails to an officer. */
const subjects = async ({ email }: Officer) => (await emailsTo(portal, email)).map(({ subject }) => subject)
/** Proposes to invite a new officer with this role. */
const proposed = async (role = 'approver', by = first) => {
  const email = address()
  const { status, json } = await invite(by, { email, role, reason: 'The team grows' })
  assert.equal(status, 200, JSON.stringify(json))
  return { ...json.proposal, email }
}

describe('T32 a second administrator agrees to each new approver or administrator', () => {
  for (const role of ['approver', 'administrator'] as const) {
    test(`${role}: no email is sent and no one joins before another administrator agrees; not the proposer, and only to what was read`, async () => {
      const proposal = await proposed(role)
      assert.deepEqual(
        [proposal.state, proposal.from, proposal.to.role, proposal.reason, proposal.may],
        ['waiting', null, role, 'The team grows', ['withdraw']],
      )
      assert.equal((await emailsTo(portal, proposal.email)).length, 0)
      const own = await decide(first, proposal)
      assert.deepEqual([own.status, own.json.message], [409, APPOINTMENT_WORDS.secondPerson])
      for (const digest of ['', '00'.repeat(32)])
        assert.equal((await decide(second, { ...proposal, digest })).status, 409)
      assert.deepEqual((await waiting(second)).find(({ id }) => id === proposal.id)?.may, ['decide'])
      assert.deepEqual((await waiting(auditor)).find(({ id }) => id === proposal.id)?.may, [])
      const { status, json } = await decide(second, proposal)
      assert.deepEqual([status, json.state, json.decided_by.id], [200, 'agreed', second.id])
      const [invitation] = await emailsTo(portal, proposal.email)
      const token = /\/staff\/join\/(\S+)/.exec(invitation?.text ?? '')?.[1]
      assert.equal((await portal.visitor().post('/api/staff/invitation/', { token })).json.role, role)
    })
  }
  test('a reason is needed; for a role that decides on no one’s work, one administrator is enough', async () => {
    assert.deepEqual((await invite(first, { email: address(), role: 'approver' })).json.reason, [
      'Give a reason. The log keeps it.',
    ])
    for (const role of ['recruiter', 'reviewer', 'auditor']) {
      const email = address()
      const { json } = await invite(first, { email, role })
      assert.deepEqual([json.invitation.role, json.proposal], [role, null])
      assert.equal((await emailsTo(portal, email)).length, 1)
    }
  })
  test('every administrator and auditor is notified at once when one is proposed, and when it is agreed to', async () => {
    await newOfficers()
    const proposal = await proposed()
    for (const to of [first, second, auditor])
      assert.deepEqual(await subjects(to), ['A new officer was proposed'])
    await decide(second, proposal)
    for (const to of [first, second, auditor])
      assert.equal((await subjects(to)).at(-1), 'A new officer is invited')
    const text = (await emailsTo(portal, auditor.email)).at(-1)?.text ?? ''
    for (const word of [proposal.email, 'Approver', 'The team grows', 'Officer administrator'])
      assert.ok(text.includes(word), word)
  })
  test('each step is in the log with its reason, from and to', async () => {
    const proposal = await proposed()
    await decide(second, proposal, { agree: false, note: 'Not known to us' })
    const entries = await portal.db.rows<{
      act: string
      staff_id: number
      reason: string
      detail: { to: { role: string } }
    }>(sql`
      select act, staff_id, reason, detail from audit_entries where (detail ->> 'appointment')::bigint = ${proposal.id} order by id`)
    assert.deepEqual(
      entries.map((entry) => [entry.act, entry.staff_id, entry.reason, entry.detail.to.role]),
      [
        ['appointment.proposed', first.id, 'The team grows', 'approver'],
        ['appointment.refused', second.id, 'Not known to us', 'approver'],
      ],
    )
  })
  test('it can be refused, with a reason; taken back by who proposed it; and it runs out', async () => {
    const refused = await proposed()
    assert.deepEqual((await decide(second, refused, { agree: false })).json.note, [APPOINTMENT_WORDS.whyNot])
    assert.equal((await decide(second, refused, { agree: false, note: 'No' })).json.state, 'refused')
    assert.equal((await decide(second, refused)).status, 409)
    const back = await proposed()
    assert.equal((await takeBack(second, back.id)).status, 404)
    assert.equal((await takeBack(first, back.id)).json.state, 'withdrawn')
    assert.equal((await decide(second, back)).status, 409)
    const old = await proposed()
    assert.equal(
      (await invite(first, { email: old.email, role: 'approver', reason: 'x' })).json.message,
      APPOINTMENT_WORDS.waitsAlready,
    )
    portal.clock.advance(STAFF.appointmentDays * DAY)
    await newOfficers()
    const late = await decide(second, old)
    assert.deepEqual([late.status, late.json.message], [409, APPOINTMENT_WORDS.over])
    assert.equal(
      (await invite(first, { email: old.email, role: 'approver', reason: 'Again' })).status,
      200,
      'it holds nothing up',
    )
  })
  test('a constraint keeps it: who proposed never decides, even if the program forgets', async () => {
    const proposal = await proposed()
    await assert.rejects(
      portal.db.run(
        sql`update staff_appointments set decided_by = ${first.id}, decided_at = now(), agreed = true where id = ${proposal.id}`,
      ),
      /staff_appointments_second_person/,
    )
    await assert.rejects(
      portal.db.run(sql`update staff_appointments set after = '{}' where id = ${proposal.id}`),
    )
  })
})

describe('T32 a second administrator agrees to changes of an approver or administrator', () => {
  test('into the role, out of it, a new address, and back into the role: nothing changes before a second administrator agrees', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const agreed = async (body: Record<string, unknown>) => {
      const { status, json } = await change(first, staffMember.id, body)
      assert.deepEqual([status, json.proposal?.state], [200, 'waiting'], JSON.stringify(json))
      return (await decide(second, json.proposal)).json
    }
    const { json } = await change(first, staffMember.id, { role: 'approver' })
    assert.deepEqual(
      [json.role, await roleOf(staffMember.id), json.proposal.from.role, json.proposal.to.role],
      ['recruiter', 'recruiter', 'recruiter', 'approver'],
    )
    assert.equal((await staffMember.visitor.get('/api/staff/me/')).status, 200, 'a proposal ends no session')
    assert.equal((await decide(second, json.proposal)).status, 200)
    assert.equal(await roleOf(staffMember.id), 'approver')
    assert.equal((await staffMember.visitor.get('/api/staff/me/')).status, 401)
    const email = address()
    assert.equal((await agreed({ email })).to.email, email)
    assert.equal(
      (await portal.db.row<{ email: string }>(sql`select email from staff where id = ${staffMember.id}`))
        ?.email,
      email,
    )
    const cut = await change(first, staffMember.id, { disabled: true })
    assert.deepEqual([cut.json.disabled, cut.json.proposal], [true, null], 'access is cut by one, at once')
    const back = await change(first, staffMember.id, { disabled: false })
    assert.equal(back.json.disabled, true)
    assert.equal((await decide(second, back.json.proposal)).json.to.disabled, false)
    const limited = await agreed({ role: 'reviewer', areas: { counties: [47, 1], constituencies: [274] } })
    assert.deepEqual(limited.to.areas, { counties: [47, 1], constituencies: [274] })
    assert.deepEqual(
      limited.places,
      { from: [], to: ['Mombasa County', 'Nairobi City County', 'Westlands'] },
      'who agrees reads which areas',
    )
    const alone = await change(first, staffMember.id, { areas: NOWHERE })
    assert.deepEqual([alone.json.areas, alone.json.proposal], [NOWHERE, null], 'a reviewer is changed by one')
  })
  test('after an officer’s address changed, an invitation to the old address opens nothing', async () => {
    const staffMember = await officer(portal, 'recruiter')
    await change(first, staffMember.id, { renew_access: true })
    const token = /\/staff\/join\/(\S+)/.exec(
      (await emailsTo(portal, staffMember.email)).at(-1)?.text ?? '',
    )?.[1]
    assert.equal((await change(first, staffMember.id, { email: second.email })).status, 422)
    assert.equal((await change(first, staffMember.id, { email: address() })).status, 200)
    assert.equal((await portal.visitor().post('/api/staff/invitation/', { token })).status, 404)
  })
  test('if address and access are changed together, the invitation goes to the new address', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const email = address()
    assert.equal((await change(first, staffMember.id, { email, renew_access: true })).status, 200)
    assert.deepEqual(await emailsTo(portal, staffMember.email), [])
    const token = /\/staff\/join\/(\S+)/.exec((await emailsTo(portal, email)).at(-1)?.text ?? '')?.[1]
    const joined = await (await withCsrf(portal.visitor())).post('/api/staff/join/', {
      token,
      name: 'Amina Yusuf',
      password: 'Quiet amber kettle 7',
    })
    assert.equal(joined.status, 200)
    assert.deepEqual(
      await portal.db.rows(sql`select id from staff where email in (${email}, ${staffMember.email})`),
      [{ id: staffMember.id }],
    )
  })
  test('RACE of two administrators who agree at once, one counts', async () => {
    const third = await officer(portal, 'administrator')
    const proposal = await proposed()
    const answers = await Promise.all([
      decide(second, proposal),
      decide(third, proposal),
      decide(second, proposal),
      decide(third, proposal),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((left, right) => left - right),
      [200, 409, 409, 409],
    )
    assert.equal((await emailsTo(portal, proposal.email)).length, 1)
  })
  test('RACE a proposal about an officer who was changed meanwhile, or by a former administrator: 409, and nothing happens', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const { proposal } = (await change(first, staffMember.id, { role: 'approver' })).json
    await change(second, staffMember.id, { role: 'auditor' })
    const stale = await decide(second, proposal)
    assert.deepEqual(
      [stale.status, stale.json.message, await roleOf(staffMember.id)],
      [409, APPOINTMENT_WORDS.changed, 'auditor'],
    )
    const gone = await officer(portal, 'administrator')
    const theirs = await proposed('administrator', gone)
    await change(first, gone.id, { disabled: true })
    const { status, json } = await decide(second, theirs)
    assert.deepEqual([status, json.message], [409, APPOINTMENT_WORDS.proposerGone])
    assert.equal((await decide(second, theirs, { agree: false, note: 'They left' })).json.state, 'refused')
  })
  test('RACE the administrator who agrees is shut out at the same moment: either the agreement counts, or it is refused', async () => {
    const quick = await officer(portal, 'administrator')
    const proposal = await proposed()
    const [decided] = await Promise.all([
      decide(quick, proposal),
      change(second, quick.id, { disabled: true }),
    ])
    assert.ok([200, 401, 403].includes(decided.status), String(decided.status))
    assert.equal((await emailsTo(portal, proposal.email)).length, decided.status === 200 ? 1 : 0)
  })
})

describe('T32 administrators and auditors read what one person did without a second administrator', () => {
  beforeEach(newOfficers)
  /** The last email to each overseer; all of them must be equal. */
  const lastToOverseers = async () => {
    const texts: string[] = []
    for (const { email } of [first, second, auditor]) {
      const { subject = '', text = '' } = (await emailsTo(portal, email)).at(-1) ?? {}
      texts.push(`${subject}\n${text}`.replace(/\s+/g, ' '))
    }
    assert.equal(new Set(texts).size, 1)
    return texts[0] ?? ''
  }
  test('an invitation: who invited whom, with which role, when and why; also if the person has joined since', async () => {
    const email = address()
    await invite(first, { email, role: 'recruiter', reason: 'The team grows' })
    await portal.db.run(sql`delete from staff_invitations where email = ${email}`)
    const text = await lastToOverseers()
    for (const words of [
      'One person invited a new officer',
      'About: Asha Noor, a new officer.',
      `After: Recruiter, everywhere, at ${email}, with access.`,
      `Officer administrator did this on ${longDeadline(portal.clock.now())}.`,
      'The reason: The team grows',
    ])
      assert.ok(text.includes(words), `${words}: ${text}`)
  })
  test('an invitation by the command line', async () => {
    const email = address()
    await inviteByCommand(portal.deps, { email, name: '', role: 'auditor', areas: NOWHERE })
    assert.match(await lastToOverseers(), /a new officer\..* The operator of the server did this on /)
  })
  test('another address, role or areas of an officer, and access taken away', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const email = address()
    const changes: [body: Record<string, unknown>, then: string][] = [
      [{ email }, `Recruiter, everywhere, at ${email}, with access`],
      [{ role: 'reviewer' }, `Reviewer, everywhere, at ${email}, with access`],
      [
        { areas: { counties: [47, 1], constituencies: [274] } },
        `Reviewer, in 2 counties and 1 constituencies, at ${email}, with access`,
      ],
      [{ disabled: true }, `Reviewer, in 2 counties and 1 constituencies, at ${email}, without access`],
    ]
    for (const [body, then] of changes) {
      assert.equal((await change(first, staffMember.id, body)).status, 200)
      const text = await lastToOverseers()
      for (const words of ['One person changed an officer', 'About: Officer recruiter.', `After: ${then}.`])
        assert.ok(text.includes(words), `${words}: ${text}`)
      // Once the access is taken away, no one needs to take it away.
      const advice = 'An administrator can remove the access until the reason is clear.'
      assert.equal(text.includes(advice), !body['disabled'], text)
    }
  })
  const CHANGES: [role: 'administrator' | 'auditor', what: string, body: () => Record<string, unknown>][] = [
    ['auditor', 'another address', () => ({ email: address() })],
    ['auditor', 'another role', () => ({ role: 'recruiter' })],
    ['auditor', 'no access', () => ({ disabled: true })],
    ['auditor', 'another address and no access', () => ({ email: address(), disabled: true })],
    ['administrator', 'no access', () => ({ disabled: true })],
  ]
  for (const [role, what, body] of CHANGES)
    test(`${role} gets ${what}: they read it too, at the address they had before`, async () => {
      const concerned = await officer(portal, role)
      assert.equal((await change(first, concerned.id, body())).status, 200)
      const [email, ...others] = await emailsTo(portal, concerned.email)
      assert.deepEqual([email?.subject, others], ['One person changed an officer', []])
      assert.match(email?.text ?? '', new RegExp(`About: Officer ${role}\\.`))
      assert.match(await lastToOverseers(), /^One person changed an officer/)
    })
  test('an auditor who gets access again reads it once', async () => {
    const concerned = await officer(portal, 'auditor')
    for (const disabled of [true, false])
      assert.equal((await change(first, concerned.id, { disabled })).status, 200)
    assert.deepEqual(await subjects(concerned), [
      'One person changed an officer',
      'One person changed an officer',
    ])
  })
  test('a renewal of access: the password and the second factor must be set again', async () => {
    const renewed = 'The access was renewed: the password and the second factor must be set again.'
    for (const role of ['recruiter', 'approver', 'auditor'] as const) {
      const concerned = await officer(portal, role)
      assert.equal((await change(first, concerned.id, { renew_access: true })).status, 200)
      const text = await lastToOverseers()
      for (const words of ['One person changed an officer', `About: Officer ${role}.`, renewed])
        assert.ok(text.includes(words), `${words}: ${text}`)
      assert.ok(!text.includes('After:') && text.includes('Access: '), text)
    }
    const concerned = await officer(portal, 'recruiter')
    await change(first, concerned.id, { role: 'auditor' })
    assert.ok(!(await lastToOverseers()).includes(renewed))
    await change(first, concerned.id, { role: 'recruiter', renew_access: true })
    const both = await lastToOverseers()
    for (const words of ['After: Recruiter, everywhere', renewed]) assert.ok(both.includes(words), both)
  })
  test('no such email about what a second administrator must agree to', async () => {
    const staffMember = await officer(portal, 'recruiter')
    await change(first, staffMember.id, { role: 'approver' })
    assert.deepEqual(await subjects(auditor), ['A change to an officer’s account was proposed'])
  })
})

test('a renewal by the command line is in the audit log with the officer and their areas', async () => {
  const areas = { counties: [7], constituencies: [] }
  const reviewer = await officer(portal, 'reviewer', { areas })
  await inviteByCommand(portal.deps, { email: reviewer.email, name: '', role: 'recruiter', areas: NOWHERE })
  const entry = await portal.db.row<{ detail: object }>(
    sql`select detail from audit_entries where act = 'person.changed' order by id desc limit 1`,
  )
  assert.partialDeepStrictEqual(entry?.detail, { person: reviewer.id, role: 'reviewer', areas })
})

describe('T32 the first two administrators come by the command line', () => {
  test('the command may also replace one of two; a third administrator, or an approver, is refused there', async () => {
    const own = await openPortal()
    const command = (email: string, role: 'administrator' | 'approver' | 'recruiter') =>
      inviteByCommand(own.deps, { email, name: '', role, areas: NOWHERE })
    const inPortal = { message: APPOINTMENT_WORDS.inPortal }
    try {
      await assert.rejects(command('a@iebc.example', 'approver'), inPortal)
      const both = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((name) => command(`${name}@iebc.example`, 'administrator')),
      )
      assert.equal(
        both.filter(({ status }) => status === 'fulfilled').length,
        STAFF.firstAdministrators,
        'also at once',
      )
      await own.db.run(sql`delete from staff_invitations`)
      const [lost, other] = [await officer(own, 'administrator'), await officer(own, 'administrator')]
      await assert.rejects(command('c@iebc.example', 'administrator'), inPortal)
      assert.equal((await command('d@iebc.example', 'recruiter')).role, 'recruiter')
      assert.equal((await command(lost.email, 'administrator')).email, lost.email, 'lost access is renewed')
      assert.equal((await change(other, lost.id, { disabled: true })).status, 200)
      await assert.rejects(command(lost.email, 'administrator'), { message: STAFF_WORDS.disabled })
      assert.equal((await command('c@iebc.example', 'administrator')).role, 'administrator')
    } finally {
      await own.close()
    }
  })
})
