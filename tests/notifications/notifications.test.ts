import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { notificationsWhere } from '../support/notifications.ts'
import { ANSWER, count, login, NEW_PASSWORD, PASSWORD, loggedIn } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { actionPath, correct, reopen, sentOnce } from '../support/corrections.ts'
import { postJobs } from '../support/jobs.ts'
import { codeTo, linkTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const DAY = 86_400_000

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

/** Inserts an unread notification and returns its id. */
const notificationTo = async (userId: number, text = 'Something happened.') =>
  (
    await portal.db.row<{ id: number }>(sql`
      insert into notifications (user_id, type, kind, params, url, created_at)
      values (${userId}, 'draft_started', 'text', ${JSON.stringify({ text })}::jsonb, '/dashboard', ${portal.clock.now()}) returning id`)
  )?.id ?? 0

describe('N1 one notification is marked as read', () => {
  test('the answer is the notification, now read; the list and the dashboard’s count change too', async () => {
    const { id, visitor } = await loggedIn(portal)
    const [first, second] = [await notificationTo(id, 'One'), await notificationTo(id, 'Two')]
    const { status, json } = await visitor.request('PATCH', `/api/notifications/${first}/`, {
      body: { is_read: true },
    })
    assert.equal(status, 200)
    assert.deepEqual(json, {
      id: first,
      message: 'One',
      is_read: true,
      type: 'draft_started',
      url: '/dashboard',
      created_at: A_TUESDAY.toISOString(),
    })
    const list = (await visitor.get('/api/notifications/')).json as { id: number; is_read: boolean }[]
    assert.deepEqual(
      list.map((entry) => [entry.id, entry.is_read]),
      [
        [second, false],
        [first, true],
      ],
    )
    assert.equal((await visitor.get('/api/dashboard/stats/')).json.notifications, 1)
  })

  test('N1 it may be marked repeatedly; `false` and an empty body are ignored; `true` may be a text', async () => {
    const { id, visitor } = await loggedIn(portal)
    const notification = await notificationTo(id)
    const say = async (body: unknown) =>
      (await visitor.request('PATCH', `/api/notifications/${notification}/`, { body })).json.is_read
    assert.equal(await say({ is_read: false }), false)
    assert.equal(await say({}), false)
    assert.equal(await say({ is_read: 'true' }), true)
    assert.equal(await say({ is_read: true }), true)
    assert.equal(await say({ is_read: false }), true)
    assert.equal(await say({ is_read: 'no' }), true)
  })

  test('T10: another person’s notification is 404, byte for byte as an unknown one, and stays unread', async () => {
    const [owner, other] = [await loggedIn(portal), await loggedIn(portal)]
    const notification = await notificationTo(owner.id)
    const theirs = await other.visitor.request('PATCH', `/api/notifications/${notification}/`, {
      body: { is_read: true },
    })
    const never = await other.visitor.request('PATCH', '/api/notifications/2000000000/', {
      body: { is_read: true },
    })
    assert.equal(theirs.status, 404)
    assert.equal(theirs.text, never.text)
    assert.equal(
      await count(portal, sql`select from notifications where id = ${notification} and not is_read`),
      1,
    )
  })

  for (const id of ['0', '-1', '1.5', 'x', '99999999999', '1,2']) {
    test(`an id that cannot be one is 404: ${id}`, async () => {
      const { visitor } = await loggedIn(portal)
      assert.equal(
        (await visitor.request('PATCH', `/api/notifications/${id}/`, { body: { is_read: true } })).status,
        404,
      )
    })
  }
})

test('N1 read-all marks only the caller’s notifications, and may be repeated', async () => {
  const [owner, other] = [await loggedIn(portal), await loggedIn(portal)]
  for (const { id } of [owner, owner, other]) await notificationTo(id)
  for (let time = 0; time < 2; time++) {
    const { status, json } = await owner.visitor.post('/api/notifications/read-all/')
    assert.deepEqual([status, json], [200, { message: 'All notifications are marked as read' }])
  }
  assert.equal((await owner.visitor.get('/api/dashboard/stats/')).json.notifications, 0)
  assert.equal((await other.visitor.get('/api/dashboard/stats/')).json.notifications, 1)
})

describe('a deadline comes near', () => {
  test('a person with a draft gets one reminder, two days before; a person who has submitted gets none', async () => {
    const [drafter, sender] = [await loggedIn(portal), await loggedIn(portal)]
    const closes = new Date(A_TUESDAY.getTime() + 5 * DAY)
    const [job = 0] = await postJobs(portal, { title: 'Polling Clerk', expiry_date: closes.toISOString() })
    await applicationOf(portal, drafter.id, job)
    await applicationOf(portal, sender.id, job, { status: 'Pending' })
    const reminders = async ({ id }: { id: number }) =>
      (await notificationsWhere(portal.db, sql`user_id = ${id} and type = 'deadline_near'`)).map(
        ({ message, url }) => ({ message, url }),
      )
    portal.clock.set(new Date(closes.getTime() - 2 * DAY - 1_000))
    await sweep(portal.deps)
    assert.deepEqual(await reminders(drafter), [])
    portal.clock.advance(1_000)
    await sweep(portal.deps)
    await sweep(portal.deps)
    assert.deepEqual(await reminders(drafter), [
      {
        message: 'Your application for Polling Clerk is not finished. It closes on Sunday 29 November.',
        url: `/apply?job=${job}`,
      },
    ])
    assert.deepEqual(await reminders(sender), [])
    // If a job's deadline moves by more than a week, the portal sends the reminder again.
    const moved = new Date(closes.getTime() + 20 * DAY)
    await portal.db.run(sql`update jobs set expiry_date = ${moved} where id = ${job}`)
    portal.clock.set(new Date(moved.getTime() - DAY))
    await sweep(portal.deps)
    assert.equal((await reminders(drafter)).length, 2)
    portal.clock.set(A_TUESDAY)
  })
  test('W15 a person with an unsent correction is notified once that the submitted version counts; one who kept or sent it is not notified', async () => {
    const closes = new Date(A_TUESDAY.getTime() + 5 * DAY)
    const job = { title: 'Registration Clerk', expiry_date: closes.toISOString() }
    const [late, stored, sent] = [
      await sentOnce(portal, job),
      await sentOnce(portal, job),
      await sentOnce(portal, job),
    ]
    for (const person of [late, stored, sent]) assert.equal((await reopen(person)).status, 200)
    assert.equal((await stored.visitor.post(actionPath(stored, 'keep-sent'), {})).status, 200)
    assert.equal((await correct(sent, 'second')).status, 200)
    const ownerOf = async ({ applicationId }: { applicationId: number }) =>
      (await portal.db.row<{ id: number }>(
        sql`select user_id as id from job_applications where id = ${applicationId}`,
      )) ?? { id: 0 }
    const reminders = async (person: { applicationId: number }) => {
      const { id } = await ownerOf(person)
      return (await notificationsWhere(portal.db, sql`user_id = ${id} and type = 'deadline_near'`)).map(
        ({ message, url }) => ({ message, url }),
      )
    }
    /** The number of queued reminder emails. */
    const queued = async (person: { applicationId: number }) => {
      const { id } = await ownerOf(person)
      return (
        await portal.db.rows(
          sql`select from outbox where topic = 'job-applications.correction-near' and payload ->> 'userId' = ${String(id)}`,
        )
      ).length
    }
    portal.clock.set(new Date(closes.getTime() - 2 * DAY - 1_000))
    await sweep(portal.deps)
    assert.deepEqual(await reminders(late), [])
    portal.clock.advance(1_000)
    await sweep(portal.deps)
    await sweep(portal.deps)
    assert.deepEqual(await reminders(late), [
      {
        message:
          'Your correction for Registration Clerk is not sent yet. The job closes on Sunday 29 November. What you sent before counts.',
        url: `/apply?job=${late.jobId}`,
      },
    ])
    assert.equal(await queued(late), 1)
    for (const other of [stored, sent])
      assert.deepEqual([await reminders(other), await queued(other)], [[], 0])
    // The clock is three days ahead, so the person's session has ended.
    const row = await portal.db.row<{ email: string }>(
      sql`select email from users where id = ${(await ownerOf(late)).id}`,
    )
    late.visitor.token = (await login(late.visitor, row?.email ?? '')).json.token
    // A person discards a correction and reopens the application: that brings no second reminder. A new
    // version and a new reopening bring one.
    assert.equal((await late.visitor.post(actionPath(late, 'keep-sent'), {})).status, 200)
    assert.equal((await reopen(late)).status, 200)
    await sweep(portal.deps)
    assert.equal((await reminders(late)).length, 1)
    portal.clock.advance(1_000)
    assert.equal((await correct(late, 'second')).status, 200)
    assert.equal((await reopen(late)).status, 200)
    await sweep(portal.deps)
    assert.equal((await reminders(late)).length, 2)
    portal.clock.set(A_TUESDAY)
  })
})

describe('S2 §2 the password was changed: each way of changing it leaves a notification for the next login', () => {
  /** Logs the person in, and reads the notifications about changes of the password. */
  const passwordNotifications = async (email: string, password: string) => {
    const visitor = portal.visitor()
    visitor.token = (await login(visitor, email, password)).json.token
    const all: { type: string; message: string; url: string; is_read: boolean }[] = (
      await visitor.get('/api/notifications/')
    ).json
    return all
      .filter(({ type }) => type === 'password_changed')
      .map(({ message, url, is_read }) => ({ message, url, is_read }))
  }
  test('with an emailed code', async () => {
    const { email } = await loggedIn(portal)
    const ask = portal.visitor()
    await ask.post('/api/password-reset-request/', { email })
    const body = { email, otp: await codeTo(portal, email), new_password: NEW_PASSWORD }
    assert.equal(
      (await ask.post('/api/update-password/', { ...body, otp: body.otp === '000000' ? '000001' : '000000' }))
        .status,
      422,
    )
    assert.equal((await ask.post('/api/update-password/', body)).status, 200)
    assert.deepEqual(await passwordNotifications(email, NEW_PASSWORD), [
      {
        message:
          'Your password was changed with a code that we emailed to you. Your security question was removed. Please set it again.',
        url: '/dashboard/settings',
        is_read: false,
      },
    ])
  })
  test('with the security question, and when that is undone', async () => {
    const { email } = await loggedIn(portal, { question: true })
    assert.equal(
      (
        await portal
          .visitor()
          .post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD })
      ).status,
      200,
    )
    const changed = {
      message: 'Your password was changed with the answer to your security question.',
      url: '/dashboard/settings',
      is_read: false,
    }
    assert.deepEqual(await passwordNotifications(email, NEW_PASSWORD), [changed])
    const token = (await linkTo(portal, email, 'not-me')).split('/').at(-1)
    assert.equal((await portal.visitor().post(`/api/security/undo-reset/${token}/`)).status, 200)
    const undone = {
      ...changed,
      message:
        'Your password change was undone: your old password works again, and your security question was removed.',
    }
    assert.deepEqual(await passwordNotifications(email, PASSWORD), [undone, changed])
  })
})

test('the list holds at most 200, the newest', async () => {
  const { visitor, id } = await loggedIn(portal)
  await portal.db.run(
    sql`
      insert into notifications (user_id, type, kind, params, created_at)
      select ${id}, 'x', 'text', jsonb_build_object('text', 'n' || n), ${portal.clock.now()} from generate_series(1, 250) n`,
  )
  const list = (await visitor.get('/api/notifications/')).json
  assert.deepEqual([list.length, list[0].message], [200, 'n250'])
})
