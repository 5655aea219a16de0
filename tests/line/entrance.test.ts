import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { LINE } from '#contract/line/line.ts'
import { accountKey } from '../../server/accounts/tokens.ts'
import { openBrownout } from '../../server/brownout/brownout.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { signPlace } from '../../server/line/ticket.ts'
import { count, login, member, PASSWORD, register, registration, loggedIn } from '../support/accounts.ts'
import { answers, PARTIAL } from '../support/answers.ts'
import { setLevel } from '../support/brownout.ts'
import { postJobs, until } from '../support/jobs.ts'
import { authenticator } from '../support/passkey.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { form } from '../support/uploads.ts'

// Under overload, people wait in a line before they log in. These tests check who goes first, and how quickly
// the line moves.
let portal: Portal
/** The password hasher waits for this promise before it checks a password. */
let hashing: Promise<unknown> | undefined
before(async () => {
  const inner = createHasher({ memoryKib: 8, passes: 1 })
  const slow: Hasher = {
    ...inner,
    verify: async (hash, secret) => {
      await hashing
      return inner.verify(hash, secret)
    },
  }
  portal = await openPortal({ hasher: slow })
})
after(() => portal.close())
afterEach(async () => {
  hashing = undefined
  await setLevel(portal, 0)
  portal.clock.advance(3_600_000)
})
const now = () => portal.clock.now().getTime()
/** Does `work` while the portal cannot check all logins. It then looks for no drafts. */
const whileLoginsAreFull = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { admission } = portal.deps
  if (!admission) throw new Error('no admission')
  const { admitsAllLogins } = admission
  admission.admitsAllLogins = () => false
  try {
    return await work()
  } finally {
    admission.admitsAllLogins = admitsAllLogins
  }
}

describe('a device that saved a draft of a job closing within two hours goes first', () => {
  /** A person with a draft for a job that closes after `minutes`, and calls that change the draft. */
  const withDraft = async (minutes: number) => {
    const { visitor, email } = await loggedIn(portal)
    const [job_id = 0] = await postJobs(portal, {
      expiry_date: new Date(now() + minutes * 60_000).toISOString(),
    })
    const { id } = (await visitor.post('/api/job-applications/', { job_id })).json as { id: number }
    const file = { name: 'file', file: 'cv.pdf', data: pdf() }
    const sendForm = (method: string, path: string, parts: Parameters<typeof form>[0]) => {
      const { body, type } = form(parts)
      return fetch(portal.url + path, {
        method,
        body: new Uint8Array(body),
        headers: { 'content-type': type, authorization: `Token ${visitor.token}` },
      })
    }
    const path = `/api/job-applications/${id}/documents/cv/`
    return {
      visitor,
      email,
      save: () => visitor.post(PARTIAL, { job_id, ...answers() }),
      upload: () => sendForm('PUT', path, [file]),
      remove: () => visitor.request('DELETE', path),
      /** Submits an application without answers. The portal refuses it, but stores its file. */
      update: () => sendForm('PUT', `/api/job-applications/update/${id}/`, [{ ...file, name: 'cv' }]),
    }
  }
  for (const [way, status] of Object.entries({ save: 200, upload: 200, remove: 200, update: 422 }) as [
    'save' | 'upload' | 'remove' | 'update',
    number,
  ][])
    test(`by this way too: ${way}`, async () => {
      const soon = await (await withDraft(90))[way]()
      const later = await (await withDraft(60 * 24))[way]()
      assert.deepEqual([soon.status, later.status], [status, status])
      assert.match(soon.headers.get('set-cookie') ?? '', /\bfirst=\d+-\d+\./)
      assert.doesNotMatch(later.headers.get('set-cookie') ?? '', /first=/)
    })
  test('a later draft of a job that closes later lets the device go first for longer', async () => {
    const { visitor, email, save } = await withDraft(10)
    assert.equal((await save()).status, 200)
    const expiry_date = new Date(now() + 110 * 60_000).toISOString()
    const [job_id = 0] = await postJobs(portal, { expiry_date })
    assert.equal((await visitor.post(PARTIAL, { job_id, ...answers() })).status, 200)
    assert.equal(visitor.cookies.get('first')?.split('~').length, 1)
    // Both jobs are closed now: the first one for more than two hours, the second one for 40 minutes.
    portal.clock.advance(150 * 60_000)
    await setLevel(portal, 3)
    visitor.token = undefined
    await whileLoginsAreFull(async () => assert.equal((await login(visitor, email)).status, 200))
  })
  test('when the portal cannot check all logins, it looks for no drafts: everyone waits in the line, except devices that go first', async () => {
    const [later, soon] = [await withDraft(60 * 24), await withDraft(90)]
    for (const { save } of [later, soon]) assert.equal((await save()).status, 200)
    await setLevel(portal, 3)
    await whileLoginsAreFull(async () => {
      const { json } = await login(portal.visitor(), later.email)
      assert.deepEqual([json.code, typeof json.ticket], ['line', 'string'])
      soon.visitor.token = undefined
      assert.equal((await login(soon.visitor, soon.email)).status, 200)
    })
  })
})

describe('level 3: a passkey login waits in the line only without an unfinished draft (last-hour#levels)', () => {
  /** A person with a passkey. Returns the reply to a login with it, from a new device. */
  const withPasskey = async () => {
    const { visitor } = await loggedIn(portal)
    const key = authenticator(portal.deps.config.publicUrl)
    const { ticket, options } = (await visitor.post('/api/passkeys/options/', { password: PASSWORD })).json
    const passkey = { ticket, name: 'My phone', response: key.create(options) }
    assert.equal((await visitor.post('/api/passkeys/', passkey)).status, 200)
    const enter = async () => {
      const device = portal.visitor()
      const requested = (await device.post('/api/login/passkey/options/')).json
      const response = key.get(requested.options, 0)
      return device.post('/api/login/passkey/', { ticket: requested.ticket, response })
    }
    return { visitor, enter }
  }
  test('with a draft of an open job it goes in; without one, or while no drafts are looked for, it gets a place', async () => {
    const [drafted, plain] = [await withPasskey(), await withPasskey()]
    const expiry_date = new Date(now() + 24 * 3_600_000).toISOString()
    const [job_id] = await postJobs(portal, { expiry_date })
    await drafted.visitor.post('/api/job-applications/', { job_id })
    await setLevel(portal, 3)
    assert.equal((await drafted.enter()).status, 200)
    for (const waiting of [await plain.enter(), await whileLoginsAreFull(() => drafted.enter())])
      assert.deepEqual(
        [waiting.status, waiting.json.code, typeof waiting.json.ticket],
        [503, 'line', 'string'],
      )
    await portal.db.run(sql`update jobs set is_active = false where id = ${job_id}`)
    assert.equal((await drafted.enter()).json.code, 'line', 'its job was closed before the deadline (W24)')
  })
})

describe('how quickly the line is let in', () => {
  const ticketAt = (time: number) => signPlace(portal.deps.secrets, time)
  test('a shed newcomer does not slow the line; a shed caller whose turn has come does, at most once in twelve seconds', async () => {
    const account = await member(portal)
    const admission = portal.deps.admission!
    const before = portal.deps.brownout
    const own = (portal.deps.brownout = openBrownout(portal.deps, { measured: admission.measured }))
    await portal.db.run(sql`delete from nodes`)
    await portal.db.run(sql`
      update brownout set level = 3, by_hand = false, line_rate = 50, line_until = ${new Date(now() - 60_000)}, mover = null, mover_until = null, version = version + 1`)
    /** Advances the clock by a second. Returns how many people a second the line lets in now. */
    const second = async () => {
      portal.clock.advance(1_000)
      await own.tick()
      return own.line.mark()?.ratePerSecond ?? 0
    }
    await second()
    for (let each = 0; each < 2_000; each++) own.line.keepOrTakePlace(undefined, now())
    const calm = await second()
    // These calls take all 32 slots for running calls, and all 512 places for calls that wait for a slot.
    const leave = Array.from({ length: 32 + 512 }, () =>
      admission.enter({ class: 'login', needs: 'hash', caller: () => '', headers: {} }, () => {}),
    )
    /** Logs in while the portal is full, with this place in the line if given. The login is refused. */
    const shed = async (ticket?: string) => {
      const { json } = await login(
        portal.visitor(),
        account.email,
        PASSWORD,
        ticket === undefined ? {} : { headers: { [LINE.header]: ticket } },
      )
      assert.equal(json.code, 'busy')
    }
    for (let each = 0; each < 3; each++) await shed()
    await shed(ticketAt(now()))
    const grown = await second()
    assert.ok(grown > calm, `${calm} to ${grown} people a second`)
    const called = ticketAt(now() - 60_000)
    await shed(called)
    const cut = await second()
    assert.ok(cut < grown && cut > grown * 0.8, `${grown} to ${cut}`)
    for (let each = 0; each < 10; each++) {
      await shed(called)
      assert.equal(await second(), cut)
    }
    await second()
    await shed(called)
    assert.ok((await second()) < cut)
    // One caller without pause cannot slow the line: after thirty calls the portal ignores that caller's
    // place.
    for (let each = 0; each < 20; each++) await shed(called)
    for (let each = 0; each < 13; each++) await second()
    const regained = own.line.mark()?.ratePerSecond ?? 0
    await shed(called)
    assert.ok((await second()) >= regained)
    for (const each of leave) each()
    portal.deps.brownout = before
  })
})

describe('a place in the line', () => {
  test('lets in one registration and one login, no matter who uses it; a mistyped password does not use it up', async () => {
    const [first, other] = [await member(portal), await member(portal)]
    await setLevel(portal, 3)
    const ticket = signPlace(portal.deps.secrets, now() - 60_000)
    const bringing = { headers: { [LINE.header]: ticket } }
    assert.equal((await register(portal, registration(), portal.visitor(), bringing.headers)).status, 201)
    const second = await register(portal, registration(), portal.visitor(), bringing.headers)
    assert.equal(second.json.code, 'line')
    assert.match(second.json.message, /^Your place in the line was used already\. You have a new place\./)
    assert.notEqual(second.json.ticket, ticket)
    assert.equal(
      (await login(portal.visitor(), first.email, 'not the password', bringing)).json.code,
      'wrong_credentials',
    )
    assert.equal((await login(portal.visitor(), first.email, undefined, bringing)).status, 200)
    assert.equal((await login(portal.visitor(), other.email, undefined, bringing)).json.code, 'line')
  })
})

describe('T1 the time of the line’s answer', () => {
  test('does not show whether a password was checked; a check that ends late counts as a try, and opens no session', async () => {
    const drafted = await loggedIn(portal)
    const [job_id = 0] = await postJobs(portal, { expiry_date: new Date(now() + 86_400_000).toISOString() })
    await drafted.visitor.post('/api/job-applications/', { job_id })
    const plain = await member(portal)
    await setLevel(portal, 3)
    const { promise, resolve } = Promise.withResolvers<void>()
    hashing = promise
    const sessions = () => count(portal, sql`select from sessions where user_id = ${drafted.id}`)
    const before = await sessions()
    const timed = async (email: string, password?: string) => {
      const from = performance.now()
      const { json, status } = await login(portal.visitor(), email, password)
      return { seen: [status, json.code, Object.keys(json).sort().join()], ms: performance.now() - from }
    }
    const [wrong, right, none] = [
      await timed(drafted.email, 'not the password'),
      await timed(drafted.email),
      await timed(plain.email, 'not the password'),
    ]
    assert.deepEqual([wrong.seen, right.seen], [none.seen, none.seen])
    for (const { ms } of [wrong, right, none]) assert.ok(ms >= LINE.minAnswerMs - 5, `${ms}`)
    resolve()
    await until(
      'the wrong one is counted',
      () =>
        count(
          portal,
          sql`select from login_failures where account = ${accountKey(portal.deps.secrets, drafted.email)}`,
        ),
      (failures) => failures === 1,
    )
    assert.equal(await sessions(), before)
  })
})
