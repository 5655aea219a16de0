import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Level } from '#contract/last-hour/brownout.ts'
import { LINE } from '#contract/line/line.ts'
import { openBrownout } from '../../server/brownout/brownout.ts'
import { NOTHING_MEASURED, type Measured } from '../../server/brownout/node-load.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { recordLevel } from '../../server/last-hour/record-level.ts'
import { signPlace } from '../../server/line/ticket.ts'
import { secretsFrom } from '../../server/secrets.ts'
import { count, login, member, PASSWORD, register, registration, loggedIn } from '../support/accounts.ts'
import { letAllIn, setLevel } from '../support/brownout.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

let portal: Portal
let hashed = 0 // How many passwords were checked.
before(async () => {
  const inner = createHasher({ memoryKib: 8, passes: 1 })
  const counting: Hasher = {
    ...inner,
    verify: (hash, secret) => {
      hashed++
      return inner.verify(hash, secret)
    },
  }
  portal = await openPortal({ hasher: counting })
})
after(() => portal.close())

async function moveTo(level: Level, line: { behind?: number; empty?: boolean } = {}) {
  await setLevel(portal, level, line)
  hashed = 0
}
afterEach(async () => {
  await moveTo(0)
  portal.clock.advance(3_600_000 * 3)
})
const ticketAt = (time: number) => signPlace(portal.deps.secrets, time)
const now = () => portal.clock.now().getTime()
const withPlace = (ticket: string) => ({ headers: { [LINE.header]: ticket } })

describe('what each level leaves out (last-hour#levels)', () => {
  test('0: nothing', async () => {
    const account = await member(portal)
    assert.equal((await login(portal.visitor(), account.email)).status, 200)
    assert.equal((await portal.visitor().get('/api/assistant/')).status, 200)
    assert.equal((await portal.visitor().get('/line.json')).text, 'null')
    assert.match((await portal.visitor().get('/line')).text, /There is no line now\./)
  })
  test('1: extras are paused with a sentence and a time to come back; nothing else is', async () => {
    const staffMember = await officer(portal, 'recruiter')
    await moveTo(1)
    for (const path of ['/api/assistant/', '/api/staff/reports/']) {
      const answer = await staffMember.visitor.get(path)
      assert.equal(answer.status, 503, path)
      assert.equal(answer.json.code, 'paused')
      assert.match(
        answer.json.message,
        /paused while very many people apply\. Submitting and saving work as always\./,
      )
      assert.ok(Number(answer.headers.get('retry-after')) >= 60)
    }
    assert.equal((await staffMember.visitor.get('/api/staff/last-hour/')).status, 200)
    assert.equal((await register(portal, registration())).status, 201)
    assert.equal((await portal.visitor().get('/api/jobs/list/?search=clerk')).json.search_paused, undefined)
  })
  test('2: the job list ignores search words and says so, also where the answer was cached; filters still work', async () => {
    await postJobs(portal, { title: 'Warehouse Assistant' }, { title: 'ICT Officer', location: 'Kisumu' })
    const visitor = portal.visitor()
    const list = async (query: string) => (await visitor.get(`/api/jobs/list/?${query}`)).json
    assert.equal((await list('search=warehouse')).count, 1)
    await moveTo(2)
    const without = await list('search=warehouse')
    assert.equal(without.count, 2)
    assert.match(without.search_paused, /Searching by words is paused/)
    assert.equal((await list('location=Kisumu')).count, 1)
    assert.equal((await list('location=Kisumu')).search_paused, undefined)
    const wider = await visitor.get('/api/jobs/wider/?search=officer%20ict')
    assert.deepEqual(wider.json, { places: [], search_paused: without.search_paused, results: [] })
    await moveTo(1)
    assert.equal((await list('search=warehouse')).count, 1)
    assert.equal((await visitor.get('/api/jobs/wider/?search=officer%20ict')).json.results.length, 1)
  })
  test('2: new registrations wait in the line, logins do not (last-hour#line-door)', async () => {
    const account = await member(portal)
    await moveTo(2)
    const answer = await register(portal, registration())
    assert.equal(answer.status, 503)
    assert.equal(answer.json.code, 'line')
    assert.equal((await login(portal.visitor(), account.email)).status, 200)
  })
  test('3: logins wait in the line too; officers’ tables answer more slowly, but not the live page', async () => {
    const account = await member(portal)
    const staff = await officer(portal, 'recruiter')
    await moveTo(3)
    assert.equal((await login(portal.visitor(), account.email)).json.code, 'line')
    const timed = async (path: string) => {
      const from = performance.now()
      assert.equal((await staff.visitor.get(path)).status, 200)
      return performance.now() - from
    }
    assert.ok((await timed('/api/staff/jobs/')) >= 1_000)
    assert.ok((await timed('/api/staff/last-hour/')) < 1_000)
  })
  test('no page is answered with 5xx because of the line', async () => {
    await moveTo(4)
    assert.equal((await portal.visitor().get('/line')).status, 200)
    assert.equal((await portal.visitor().get('/line.json')).status, 200)
    assert.equal((await portal.visitor().get('/healthz')).status, 200)
  })
})

describe('the line', () => {
  test('the refused login gets a signed place and the length of the wait, and costs no hash and no row (last-hour#line-door)', async () => {
    const account = await member(portal)
    await moveTo(3)
    const rows = () => count(portal, sql`select from login_failures union all select from sessions`)
    const before = await rows()
    const visitor = portal.visitor()
    const answer = await login(visitor, account.email, 'not the password')
    assert.equal(answer.status, 503)
    const { code, ticket, arrived_at, until, pace, wait_seconds, message } = answer.json
    assert.equal(code, 'line')
    assert.ok(ticket.length < 40)
    assert.equal(Math.floor(Date.parse(arrived_at) / 1000), Math.floor(now() / 1000))
    assert.ok(Date.parse(until) < now() && pace > 0 && wait_seconds > 0)
    assert.match(message, /Your place is kept for 2 hours\. Your turn comes in about/)
    assert.ok(Number(answer.headers.get('retry-after')) >= 5)
    assert.equal(visitor.cookies.get('line'), ticket)
    assert.equal(hashed, 0)
    assert.equal(await rows(), before)
  })
  test('a person who comes again keeps the place; places up to the mark are let in, and within a second the random part decides (last-hour#line-place)', async () => {
    const who = await member(portal)
    await moveTo(3, { behind: 59_500 })
    const mark = Math.floor(now() / 1000) * 1000 - 59_500
    await portal.db.run(sql`update brownout set line_until = ${new Date(mark)}`)
    await portal.deps.brownout?.tick()
    const tried = (place: number) => login(portal.visitor(), who.email, PASSWORD, withPlace(ticketAt(place)))
    const later = await tried(mark + 1)
    assert.equal(later.json.code, 'line')
    assert.equal(later.json.ticket, ticketAt(mark + 1))
    assert.equal((await tried(mark)).status, 200)
    assert.equal((await tried(mark - 500)).status, 200)
    assert.equal(
      (await login(portal.visitor(), who.email, 'not the password', withPlace(ticketAt(mark - 1)))).status,
      401,
    )
    const fresh = registration()
    assert.equal(
      (await register(portal, fresh, portal.visitor(), { [LINE.header]: ticketAt(mark) })).status,
      201,
    )
  })
  test('a browser sends its place as a cookie, and deletes the cookie once it is let in', async () => {
    const account = await member(portal)
    await moveTo(3)
    const visitor = portal.visitor()
    const first = await login(visitor, account.email)
    assert.equal((await login(visitor, account.email)).json.ticket, first.json.ticket)
    await letAllIn(portal)
    assert.equal((await login(visitor, account.email)).status, 200)
    assert.equal(visitor.cookies.has('line'), false)
  })
  test('a place that is forged, of another portal, in the future or older than two hours is replaced, with a sentence that says why', async () => {
    const account = await member(portal)
    await moveTo(3)
    const cases: [string, RegExp][] = [
      ['nonsense', /This portal did not give this place .* You have a new place\./],
      [signPlace(secretsFrom(Buffer.alloc(32, 9)), now() - 7_000_000), /This portal did not give this place/],
      [
        `${(now() - 7_000_000).toString(36)}.${ticketAt(now()).split('.')[1]}`,
        /This portal did not give this place/,
      ],
      [ticketAt(now() + 3_600_000), /has a time in the future/],
      [ticketAt(now() - 7_201_000), /kept for 2 hours\. That time is over/],
    ]
    for (const [ticket, sentence] of cases) {
      const answer = await login(portal.visitor(), account.email, PASSWORD, withPlace(ticket))
      assert.equal(answer.json.code, 'line', ticket)
      assert.match(answer.json.message, sentence)
      assert.ok(Math.abs(Date.parse(answer.json.arrived_at) - now()) < 1_000)
      assert.match((await portal.visitor().get(`/line?ticket=${ticket}`)).text, sentence)
    }
  })
  test('if the line is empty, newcomers are let in, but only as many as there is room for', async () => {
    const account = await member(portal)
    await moveTo(3, { empty: true })
    const codes: string[] = []
    for (let each = 0; each < 4; each++)
      codes.push((await login(portal.visitor(), account.email, 'not the password')).json.code)
    assert.deepEqual(codes, ['wrong_credentials', 'line', 'line', 'line'])
  })
  test('/line.json is about 60 bytes, from memory and cacheable for five seconds, asked with GET or HEAD, with a query or none (last-hour#line-json, last-hour#line-load)', async () => {
    await moveTo(3)
    const answer = await portal.visitor().get('/line.json')
    assert.ok(answer.text.length < 70, answer.text)
    assert.deepEqual(Object.keys(answer.json), ['until', 'pace'])
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=5')
    for (const [method, path] of [
      ['GET', '/line.json?at=1'],
      ['HEAD', '/line.json'],
      ['HEAD', '/line.json?at=1'],
    ] as const) {
      const same = await portal.visitor().request(method, path)
      assert.deepEqual(
        [same.status, same.text],
        [200, method === 'GET' ? answer.text : ''],
        `${method} ${path}`,
      )
      for (const name of ['cache-control', 'content-type', 'content-length'])
        assert.equal(same.headers.get(name), answer.headers.get(name), name)
    }
    assert.equal((await portal.visitor().get('/line.jsonx')).status, 404)
  })
  test('/line works without script: it keeps the place in its address and a cookie, reloads itself, and says when the turn has come (last-hour#line-page)', async () => {
    await moveTo(3)
    const visitor = portal.visitor()
    const page = await visitor.get('/line')
    const [, seconds, ticket] =
      /^(\d+); url=\/line\?ticket=(\S+)$/.exec(page.headers.get('refresh') ?? '') ?? []
    assert.ok(Number(seconds) >= 10 && Number(seconds) <= 60)
    assert.equal(visitor.cookies.get('line'), ticket)
    for (const sentence of [
      /Your turn comes in about/,
      /Drafts you saved/,
      /You may close this page/,
      /loads again by itself/,
    ])
      assert.match(page.text, sentence)
    assert.doesNotMatch(page.text, /<script/)
    // The page works without cookies, because its address contains the ticket of the place in the line.
    assert.match(
      (await portal.visitor().get(`/line?ticket=${ticket}`)).headers.get('refresh') ?? '',
      new RegExp(`ticket=${ticket}$`),
    )
    await letAllIn(portal)
    const turn = await visitor.get('/line')
    assert.match(turn.text, /It is your turn\./)
    assert.equal(turn.headers.get('refresh'), null)
  })
})

describe('who goes first', () => {
  const personWithDraft = async (minutes: number) => {
    const person = await loggedIn(portal)
    const [job] = await postJobs(portal, { expiry_date: new Date(now() + minutes * 60_000).toISOString() })
    assert.equal(
      (await person.visitor.post('/api/job-applications/partial-save/', { job_id: job, address: 'Kitui' }))
        .status,
      200,
    )
    return { ...person, job }
  }
  test('a device that saved a draft of a job closing within two hours has a signed cookie and need not wait; a wrong password gets its own message (last-hour#line-first)', async () => {
    const applicant = await personWithDraft(90)
    assert.ok(applicant.visitor.cookies.get('first'))
    applicant.visitor.token = undefined
    applicant.visitor.cookies.delete('device')
    const other = await member(portal)
    await moveTo(3)
    assert.equal(
      (await login(applicant.visitor, applicant.email, 'not the password')).json.code,
      'wrong_credentials',
    )
    assert.equal((await login(applicant.visitor, applicant.email)).status, 200)
    assert.equal((await login(applicant.visitor, other.email)).json.code, 'line')
    const forged = portal.visitor()
    forged.cookies.set('first', `${other.id}-${Math.floor(now() / 1000) + 9_000}.${'A'.repeat(43)}`)
    assert.equal((await login(forged, other.email)).json.code, 'line')
  })
  test('a draft of a job that closes later sets no such cookie, but its owner logs in with the right password from anywhere', async () => {
    const applicant = await personWithDraft(60 * 24)
    assert.equal(applicant.visitor.cookies.get('first'), undefined)
    await moveTo(3)
    assert.equal((await login(portal.visitor(), applicant.email)).status, 200)
  })
  test('a stranger cannot find out whether an account has a draft, or exists: not by the answer, the lock or the time', async () => {
    const drafted = await personWithDraft(60 * 24)
    const plain = await member(portal)
    await moveTo(3)
    const answers: string[][] = []
    for (const email of [drafted.email, plain.email, 'nobody-here@example.com']) {
      const seen: string[] = []
      for (let each = 0; each < 7; each++) {
        const from = performance.now()
        const answer = await login(portal.visitor(), email, 'not the password')
        assert.ok(performance.now() - from >= LINE.minAnswerMs - 5)
        seen.push(`${answer.status} ${answer.json.code} ${Object.keys(answer.json).sort().join()}`)
      }
      answers.push(seen)
    }
    assert.deepEqual(answers[0], answers[1])
    assert.deepEqual(answers[1], answers[2])
    assert.match(answers[0]?.[0] ?? '', /^503 line/)
    assert.ok(hashed > 0 && hashed <= 5, 'the lock still holds')
  })
})

describe('the database row with the level', () => {
  const load = (queueMs: number, shed = 0): Measured => ({
    ...NOTHING_MEASURED,
    queueMs,
    classes: { ...NOTHING_MEASURED.classes, login: { admitted: 0, shed } },
  })
  const processes = (measured: () => Measured, many = 2) =>
    Array.from({ length: many }, () => openBrownout(portal.deps, { measured }))
  const passSeconds = async (all: ReturnType<typeof processes>, many: number) => {
    for (let second = 0; second < many; second++) {
      portal.clock.advance(1_000)
      for (const each of all) await each.tick()
    }
  }
  const resetRow = () =>
    portal.db.run(sql`update brownout set mover = null, mover_until = null, level = 0, line_until = null; `)
  test('one process sets it, all follow within a second, each level is reported once, and another process takes over when the first is gone (last-hour#level-row)', async () => {
    await portal.db.run(sql`delete from nodes`)
    await resetRow()
    const levels: string[] = []
    const all = ['a', 'b'].map((name) =>
      openBrownout(portal.deps, {
        measured: () => load(50),
        onLevelChange: async (from, to, all) => {
          levels.push(`${name} ${from} to ${to}`)
          await recordLevel(portal.db, portal.clock.now)(from, to, all)
        },
      }),
    )
    await passSeconds(all, 20)
    assert.deepEqual(levels, ['a 0 to 1', 'a 1 to 2'])
    assert.deepEqual(
      all.map((each) => [each.level(), each.processCount()]),
      [
        [2, 2],
        [2, 2],
      ],
    )
    assert.ok(Math.abs((all[0]?.line.mark()?.untilMs ?? 0) - (all[1]?.line.mark()?.untilMs ?? 1)) <= 1)
    await passSeconds(all.slice(1), 40)
    assert.equal(levels.at(-1), 'b 2 to 3')
    const auditEntries = await portal.db.rows<{ role: string; level: number }>(sql`
      select role, (detail ->> 'level')::int as level from audit_entries where act = 'level.moved' order by id`)
    assert.deepEqual(
      auditEntries,
      [1, 2, 3].map((level) => ({ role: 'portal', level })),
    )
  })
  test('while it cannot be read, each process keeps the last level, may raise it, and lets in its share; afterwards it follows the row again (last-hour#level-row-away)', async () => {
    await portal.db.run(sql`delete from nodes`)
    await resetRow()
    let measured = load(50)
    let away = false
    const db = {
      ...portal.deps.db,
      row: (query: Parameters<typeof portal.deps.db.row>[0]) =>
        away ? Promise.reject(new Error('away')) : portal.deps.db.row(query),
    } as typeof portal.deps.db
    const all = [1, 2, 3, 4].map(() => openBrownout({ ...portal.deps, db }, { measured: () => measured }))
    await passSeconds(all, 16)
    const [first] = all
    assert.equal(first?.level(), 2)
    assert.equal(first?.processCount(), 4)
    for (let each = 0; each < 1_000; each++) first?.line.keepOrTakePlace(undefined, now())
    away = true
    const before = first?.line.mark()
    await passSeconds(all, 1)
    assert.equal(first?.isRowUnreadable(), true)
    const rate = first?.line.mark()?.ratePerSecond ?? 0
    const letIn = 1_000 - (first?.line.waitingCount(now()) ?? 0)
    assert.ok(letIn <= rate / 4 + 1, `${letIn} let in at ${rate} a second over four processes`)
    assert.ok((first?.line.mark()?.untilMs ?? 0) >= (before?.untilMs ?? 0))
    measured = load(200)
    await passSeconds(all, 40)
    assert.ok((first?.level() ?? 0) >= 3, 'raised')
    measured = load(0)
    await passSeconds(all, 300)
    assert.ok((first?.level() ?? 0) >= 3, 'never lowered alone')
    away = false
    await passSeconds(all, 1)
    assert.equal(first?.isRowUnreadable(), false)
    assert.equal(first?.level(), 2)
  })
})

describe('the officers’ switch', () => {
  test('an administrator sets the level with a reason and gives it back; the audit log and the public log have both (last-hour#level-row)', async () => {
    const staffMember = await officer(portal, 'administrator')
    const set = (body: unknown) => staffMember.visitor.post('/api/staff/last-hour/level/', body)
    assert.equal((await set({ level: 2, reason: ' ' })).status, 422)
    assert.equal((await set({ level: 5, reason: 'Too high a level' })).status, 422)
    await portal.db.run(sql`update brownout set mover = null, mover_until = null`)
    const events = () => count(portal, sql`select from log_events where kind = 'staff_act'`)
    const before = await events()
    const answer = await set({ level: 2, reason: 'The deadline of 40 jobs is at 5 p.m.' })
    assert.equal(answer.status, 200)
    assert.equal(answer.json.level, 2)
    assert.deepEqual(answer.json.by_hand, {
      name: 'Officer administrator',
      reason: 'The deadline of 40 jobs is at 5 p.m.',
    })
    assert.equal(portal.deps.brownout?.level(), 2)
    assert.equal(
      (await register(portal, registration())).status === 503 || portal.deps.brownout?.line.isEmpty(now()),
      true,
    )
    // The automatic controller does not change a level of overload that was set by hand.
    for (let second = 0; second < 200; second++) {
      portal.clock.advance(1_000)
      await portal.deps.brownout?.tick()
    }
    assert.equal(portal.deps.brownout?.level(), 2)
    const back = await set({ level: null, reason: '' })
    assert.equal(back.json.by_hand, null)
    assert.equal((await set({ level: null, reason: '' })).status, 409)
    const entries = await portal.db.rows<{ act: string; reason: string }>(
      sql`select act, reason from audit_entries where act in ('level.set', 'level.given_back') order by id`,
    )
    assert.deepEqual(
      entries.map(({ act: action }) => action),
      ['level.set', 'level.given_back'],
    )
    assert.equal(await events(), before + 2)
    for (let second = 0; second < 200; second++) {
      portal.clock.advance(1_000)
      await portal.deps.brownout?.tick()
    }
    assert.equal(portal.deps.brownout?.level(), 0)
  })
  test('an officer who may read the reports reads the live page; only an administrator sets the level', async () => {
    for (const role of ['recruiter', 'approver', 'auditor'] as const) {
      const staffMember = await officer(portal, role)
      const answer = await staffMember.visitor.get('/api/staff/last-hour/')
      assert.equal(answer.status, 200)
      assert.equal(answer.json.classes.length, 7)
      assert.equal(answer.json.submissions.length, 30)
      assert.deepEqual([answer.json.tickets, answer.json.proposals, answer.json.line], [0, [], null])
      assert.equal(
        (await staffMember.visitor.post('/api/staff/last-hour/level/', { level: 1, reason: 'I am not one' }))
          .status,
        403,
      )
    }
    assert.equal((await (await officer(portal, 'reviewer')).visitor.get('/api/staff/last-hour/')).status, 403)
  })
})
