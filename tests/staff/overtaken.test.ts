import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, SUBMIT } from '../support/answers.ts'
import { decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import { type Officer, officer, STAFF_PASSWORD } from '../support/staff.ts'
import type { Answer } from '../support/visitor.ts'

// An officer loses a right while one of their calls waits for the database. The call must then change
// nothing.

let portal: Portal
let boss: Officer
/** A database connection that locks a row. The officer's call needs the row, so the call waits. */
let holder: pg.Client
before(async () => {
  portal = await openPortal()
  boss = await officer(portal, 'administrator')
  holder = new pg.Client({ connectionString: portal.databaseUrl })
  await holder.connect()
})
beforeEach(() => nextMinute())
after(async () => {
  await holder.end()
  await portal.close()
})

/** The administrator changes an officer. */
const change = async (id: number, body: Record<string, unknown>) => {
  // The change comes later than the start of the officer's waiting call.
  portal.clock.advance(1_000)
  return good(
    await boss.visitor.request('PATCH', `/api/staff/people/${id}/`, {
      body: { reason: 'Asked too much', ...body },
    }),
  )
}

/** Waits until the officer's call waits for the locked row. */
async function untilHeld(): Promise<void> {
  for (;;) {
    const { rowCount } = await holder.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rowCount) return
  }
}

/** Starts a call while the officer still has the right. It waits, and continues after `meanwhile`. */
async function overtaken(
  row: string,
  call: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  await holder.query('begin')
  await holder.query(`select from ${row} for update`)
  const late = call()
  await untilHeld()
  await meanwhile()
  await holder.query('commit')
  return late
}
const rowOf = async (text: string) => (await holder.query(text)).rows[0]

describe('T32 an officer who was shut out, or has another role or area by now, does nothing any more, not even by a call in progress', () => {
  test('an approver who lost access approves no list', async () => {
    const staff = await decisionStaff(portal)
    const job = await staff.job()
    const list = await staff.proposed(job, 'rejected', await sentOnes(portal, job, 2), {
      early_reason: 'So resolved',
    })
    const late = await overtaken(
      `decisions where id = ${list.id}`,
      () => staff.decide(list.id, { approve: true, digest: list.digest }),
      () => change(staff.second.id, { disabled: true }),
    )
    assert.deepEqual([late.status, late.json.code], [401, 'signed_out'])
    assert.deepEqual(await rowOf(`select state, decided_by from decisions where id = ${list.id}`), {
      state: 'proposed',
      decided_by: null,
    })
    assert.equal(
      (await rowOf(`select count(*)::int as count from audit_entries where act = 'list.approved'`)).count,
      0,
    )
  })
  test('a recruiter who is an auditor by now proposes nothing, stops nothing and writes to no one', async () => {
    const staff = await messageStaff(portal)
    const lists = await decisionStaff(portal)
    const job = await lists.job()
    const applications = await sentOnes(portal, job, 3)
    const { id } = good(await staff.send(job, { applications, expected: 3 }))
    const late = await overtaken(
      `messages where id = ${id}`,
      () => staff.stop(id),
      () => change(staff.author.id, { role: 'auditor' }),
    )
    assert.deepEqual([late.status, late.json.code], [401, 'signed_out'])
    assert.equal((await rowOf(`select state from messages where id = ${id}`)).state, 'scheduled')
  })
  test('a reviewer who was moved to another county puts no one of the first on a list', async () => {
    const staff = await decisionStaff(portal)
    const reviewer = await officer(portal, 'reviewer', { areas: { counties: [47], constituencies: [] } })
    const job = await staff.job()
    const applications = await sentOnes(portal, job, 1)
    const list = good(await staff.make(job, 'screening', {}, reviewer))
    const late = await overtaken(
      `decisions where id = ${list.id}`,
      () => staff.add(list.id, applications, {}, reviewer),
      () => change(reviewer.id, { areas: { counties: [1], constituencies: [] } }),
    )
    assert.equal(late.status, 401)
    assert.equal((await rowOf(`select size from decisions where id = ${list.id}`)).size, 0)
  })
  test('an officer who logs out or ends a session is logged as before', async () => {
    const { visitor, id } = await officer(portal, 'recruiter')
    assert.equal((await visitor.post('/api/staff/logout/')).status, 200)
    assert.equal(
      (await rowOf(`select act from audit_entries where staff_id = ${id} order by id desc limit 1`)).act,
      'session.ended',
    )
    const again = await officer(portal, 'recruiter')
    const { results } = good(await again.visitor.get('/api/staff/sessions/'))
    assert.equal((await again.visitor.request('DELETE', `/api/staff/sessions/${results[0].id}/`)).status, 200)
  })
})

describe('T32 an invitation is only valid while its sender may invite', () => {
  const NOWHERE = { counties: [], constituencies: [] }
  const invitationTokenTo = async (email: string) =>
    /\/staff\/join\/(\S+)/.exec((await emailsTo(portal, email)).at(-1)?.text ?? '')?.[1] ?? ''
  const joinBy = (token: string) =>
    portal.visitor().post('/api/staff/join/', { token, name: 'A Friend', password: STAFF_PASSWORD })
  const invitationsSeen = async () =>
    good(await boss.visitor.get('/api/staff/people/')).invitations.map(
      ({ email }: { email: string }) => email,
    )

  test('an invitation by an administrator who lost access or the role opens nothing, and is not shown as waiting', async () => {
    for (const [email, after] of [
      ['friend1@iebc.example', { disabled: true }],
      ['friend2@iebc.example', { role: 'auditor' }],
    ] as const) {
      const inviter = await officer(portal, 'administrator')
      good(
        await inviter.visitor.post('/api/staff/invitations/', {
          email,
          name: '',
          role: 'recruiter',
          areas: NOWHERE,
        }),
      )
      const token = await invitationTokenTo(email)
      assert.equal((await portal.visitor().post('/api/staff/invitation/', { token })).status, 200)
      assert.ok((await invitationsSeen()).includes(email))
      const { proposal } = await change(inviter.id, after)
      if (proposal) {
        const second = await officer(portal, 'administrator')
        good(
          await second.visitor.post(`/api/staff/appointments/${proposal.id}/decide/`, {
            agree: true,
            digest: proposal.digest,
          }),
        )
      }
      assert.equal(
        (await portal.visitor().post('/api/staff/invitation/', { token })).json.code,
        'invitation_invalid',
      )
      assert.equal((await joinBy(token)).json.code, 'invitation_invalid')
      assert.ok(!(await invitationsSeen()).includes(email))
    }
  })
  test('an invitation that is accepted while its sender is shut out: no one joins', async () => {
    const inviter = await officer(portal, 'administrator')
    const email = 'friend3@iebc.example'
    good(
      await inviter.visitor.post('/api/staff/invitations/', {
        email,
        name: '',
        role: 'recruiter',
        areas: NOWHERE,
      }),
    )
    const token = await invitationTokenTo(email)
    const late = await overtaken(
      `staff_invitations where email = '${email}'`,
      () => joinBy(token),
      () => change(inviter.id, { disabled: true }),
    )
    assert.equal(late.json.code, 'invitation_invalid')
    assert.equal((await rowOf(`select count(*)::int as count from staff where email = '${email}'`)).count, 0)
  })
  test('an invitation by the command line, or by an active administrator, is accepted as ever', async () => {
    const email = 'friend4@iebc.example'
    good(
      await boss.visitor.post('/api/staff/invitations/', {
        email,
        name: '',
        role: 'recruiter',
        areas: NOWHERE,
      }),
    )
    assert.equal((await joinBy(await invitationTokenTo(email))).status, 200)
  })
})

describe('W24 a deadline that is moved while applications are sent', () => {
  test('ended early: a submit that was accepted before the change took effect has an earlier time, however long its call waited', async () => {
    const staff = await jobStaff(portal)
    const job = await staff.published({ documents: 'none', expiry_date: '2026-12-20' })
    const change = await staff.proposed(job, { kind: 'end_early' })
    const { visitor } = await loggedIn(portal)
    await holder.query('begin')
    // A submission takes this lock, too. Other submissions can take it at the same time, but a change that
    // ends the job must wait.
    await holder.query(`select from jobs where id = ${job} for share`)
    const ending = staff.decide(job, change)
    await untilHeld()
    portal.clock.advance(5_000)
    const sent = await visitor.post(SUBMIT, { job_id: job, idempotency_key: 'meanwhile', ...answers() })
    assert.equal(sent.status, 200, sent.text)
    portal.clock.advance(10)
    await holder.query('commit')
    assert.equal((await ending).status, 200)
    const { late } = await rowOf(
      `select count(*)::int as late from job_applications application join jobs on jobs.id = job_id where job_id = ${job} and is_completed and submitted_at > expiry_date`,
    )
    assert.equal(late, 0)
  })
})
