import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member, loggedIn } from '../support/accounts.ts'
import { ask, handTimer, KNOWN, listen, restOf, somebody, sourceOf, UNKNOWN } from '../support/assistant.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type ProviderPeer, providerPeer } from '../support/provider-peer.ts'

// `peer` plays the language model that the assistant asks. `peer.received` is all that left the portal. The
// help pages answer the question KNOWN. Nothing answers UNKNOWN. `sourceOf` says where an answer came from.
// `timer.ring(ms)` ends each wait of that length.
let peer: ProviderPeer
let portal: Portal
let timer: ReturnType<typeof handTimer>
before(async () => {
  peer = await providerPeer()
  timer = handTimer()
  portal = await openPortal({
    config: { ASSISTANT_PROVIDERS: `openai-compatible=${peer.url}/v1|small`, ASSISTANT_DAILY: '1000' },
    providers: { timer: timer.timer },
  })
})
beforeEach(async () => {
  await portal.db.run(sql`delete from counters`)
  // After failures, the assistant does not ask its provider for this time. Each test starts after it.
  portal.clock.advance(ASSISTANT.breaker.restMs)
  Object.assign(peer, { manner: 'answers', words: ['Use the form.'] })
  peer.received.length = 0
})
after(() => Promise.all([portal.close(), peer.close()]))

const answerTo = (message: string, over: Record<string, unknown> = {}) =>
  ask(portal.visitor(), message, over, somebody())

describe('N2 T25 what leaves this server', () => {
  test('N2 T25 nothing that shows who asks: names, email, phone, ID and reference numbers, token, cookies, network', async () => {
    const { email, id } = await member(portal, {
      first_name: 'zuhura',
      middle_name: 'naliaka',
      last_name: "ng'ang'a",
      phone: '+254722998877',
    })
    const row = await portal.db.row<{ id_number: string }>(sql`select id_number from users where id = ${id}`)
    const number = row?.id_number ?? ''
    const visitor = portal.visitor({ browser: true })
    visitor.token = (await login(visitor, email)).json.token
    const message = `${UNKNOWN} zuhura here, Ng’ang’a, ${email}, 0722 998 877, ${number.slice(0, 4)} ${number.slice(4)}. My name is amina wa juma, Passport AK0123456.`
    const history = [
      { who: 'you', text: `jina langu ni Baraka Mwangi, ${number}, reference k7 4tr9xm p` },
      { who: 'assistant', text: 'You have sent 2 applications: Quantity Surveyor, Shortlisted.' },
    ]
    const answer = await ask(visitor, message, { history })
    assert.equal(sourceOf(answer), 'provider')
    const [received] = peer.received
    const sent = JSON.stringify(received)
    for (const secret of [
      'zuhura',
      'ang’a',
      "ang'a",
      'naliaka',
      email.split('@')[0] ?? '',
      'example.com',
      '722',
      '998',
      number.slice(4),
      'K7',
      '4TR9XM',
      'amina',
      'juma',
      '0123456',
      'Baraka',
      'Mwangi',
      'Surveyor',
      'Shortlisted',
      visitor.token ?? '',
      'x-forwarded',
    ])
      assert.ok(!sent.toLowerCase().includes(secret.toLowerCase()), secret)
    assert.equal(received?.headers.cookie, undefined)
    assert.deepEqual(
      Object.keys(received?.headers ?? {}).filter(
        (name) =>
          ![
            'host',
            'connection',
            'content-type',
            'content-length',
            'user-agent',
            'transfer-encoding',
          ].includes(name),
      ),
      [],
    )
    assert.match(sent, /\[reference\].*\[name\].*\[email\].*\[number\]/)
  })
  for (const [question, sent] of [
    ['wanjiku kamau cannot log in', '[name] cannot log in'],
    ['i am wanjiku kamau from kisii, can i apply', 'i am [name] from kisii, can i apply'],
    ['i am zawadi tele, can i apply', 'i am [name], can i apply'],
    ['mama yangu Achieng anaweza kuomba', 'mama yangu [name] anaweza kuomba'],
    ['my referee is pastor john mwangi of PEFA church', 'my referee is pastor [name] of PEFA church'],
    ['i stay at plot 45 kawangware next to st marys', 'i stay at plot [place] next to st [place]'],
    ['i am a kikuyu, can i apply', 'i am a [private], can i apply'],
    ['i am hiv positive and epileptic', 'i am [private] and [private]'],
    ['i am stuck at the referees step', 'i am stuck at the referees step'],
    ['my wife cannot upload her cv', 'my wife cannot upload her cv'],
    ['i am deaf, can i apply', 'i am deaf, can i apply'],
  ] as const)
    test(`N2 names, places, peoples and illnesses in small letters: ${question}`, async () => {
      await answerTo(question)
      const { messages } = JSON.parse(peer.received[0]?.body ?? '')
      assert.equal(messages[1].content, `<<question>>\n${sent}\n<</question>>`)
    })
  test('N2 an earlier question that stayed on this server does not leave with a later one', async () => {
    const history = [
      'Mtu ameniomba hongo',
      'What is the status of my application for Quantity Surveyor?',
      'Which documents can I upload?',
    ].map((text) => ({
      who: 'you',
      text,
    }))
    await answerTo(KNOWN, { history })
    const { messages } = JSON.parse(peer.received[0]?.body ?? '')
    assert.match(messages[1].content, /^<<asked before>>\nWhich documents can I upload\?\n<</)
  })
  test('N2 T25 a long earlier question is redacted before it is cut, so half a number or an email never leaves', async () => {
    for (const secret of ['29384756', 'zuhura.naliaka@mail.co.ke']) {
      peer.received.length = 0
      const start = 'Which documents can I upload? '.padEnd(494, 'please ')
      await answerTo(KNOWN, { history: [{ who: 'you', text: `${start} ${secret}` }] })
      const { messages } = JSON.parse(peer.received[0]?.body ?? '')
      assert.match(messages[1].content, /^<<asked before>>\nWhich documents/)
      assert.ok(!messages[1].content.includes(secret.slice(0, 4)), secret)
    }
  })
  test('N2 the question of a person who has not agreed to the outside service is answered by the rules, and does not leave', async () => {
    for (const outside of [undefined, false]) {
      const answer = await answerTo(KNOWN, { outside })
      assert.deepEqual([sourceOf(answer), peer.received.length], ['help', 0])
    }
    assert.equal(sourceOf(await answerTo(UNKNOWN, { outside: false })), 'unknown')
    assert.equal(sourceOf(await answerTo(KNOWN, { outside: true })), 'provider')
  })
  test('N2 the page names the outside services by their hosts; a service in the portal’s own network has no name', async (context) => {
    assert.deepEqual((await portal.visitor().get('/api/assistant/')).json.outside, [''])
    const named = await openPortal({
      config: {
        ASSISTANT_PROVIDERS: 'google|small, openai-compatible=https://llm.example.org/v1|x',
        ASSISTANT_KEY_1: 'k',
        ASSISTANT_SEARCH_URL: 'https://search.example.org/q',
      },
    })
    const none = await openPortal()
    context.after(() => Promise.all([named.close(), none.close()]))
    assert.deepEqual((await named.visitor().get('/api/assistant/')).json.outside, [
      'generativelanguage.googleapis.com',
      'llm.example.org',
      'search.example.org',
    ])
    assert.deepEqual((await none.visitor().get('/api/assistant/')).json.outside, [])
  })
  test('N2 a question that is answered from a person’s own applications never leaves', async () => {
    const { visitor } = await loggedIn(portal)
    const [job] = await postJobs(portal, { title: 'Quantity Surveyor' })
    await visitor.post('/api/job-applications/', { job })
    for (const question of ['How many applications have I sent?', 'What is the status of my applications?']) {
      const answer = await ask(visitor, question)
      assert.equal(sourceOf(answer), 'applications')
    }
    assert.equal(peer.received.length, 0)
  })
  test('T25 the question leaves between its marks, and with it only passages for the answer', async () => {
    await answerTo(KNOWN)
    const { messages } = JSON.parse(peer.received[0]?.body ?? '')
    assert.match(messages[0].content, /<<passage>>[\s\S]+<<\/passage>>/)
    assert.match(messages[1].content, /^<<question>>\nHow do I apply for a job\?\n<<\/question>>$/)
  })
})

describe('T26 how much leaves', () => {
  test(`T26 ${ASSISTANT.toProviderPerHour.applicant} questions an hour for an account; the rules answer further ones until the hour is over`, async () => {
    const { visitor } = await loggedIn(portal)
    for (let n = 0; n < ASSISTANT.toProviderPerHour.applicant; n++)
      assert.equal(sourceOf(await ask(visitor, KNOWN)), 'provider')
    portal.clock.advance(61_000)
    assert.equal(sourceOf(await ask(visitor, KNOWN)), 'help')
    assert.equal(sourceOf(await ask(visitor, UNKNOWN)), 'unknown')
    assert.equal(peer.received.length, ASSISTANT.toProviderPerHour.applicant)
    portal.clock.advance(3_600_000)
    visitor.token = undefined
    assert.equal(sourceOf(await ask(visitor, KNOWN)), 'provider')
  })
  test(`T26 ${ASSISTANT.toProviderPerHour.visitor} an hour for a device, and ${ASSISTANT.toProviderPerHour.network} for a network of made-up devices`, async () => {
    const { ip } = somebody()
    const visitor = portal.visitor()
    await ask(visitor, 'Hello', {}, { ip })
    const sources = []
    for (let n = 0; n < ASSISTANT.toProviderPerHour.visitor + 1; n++)
      sources.push(sourceOf(await ask(visitor, KNOWN, {}, { ip })))
    assert.deepEqual([...new Set(sources.slice(0, -1)), sources.at(-1)], ['provider', 'help'])
    const network = ip.split('.').slice(0, 3).join('.')
    await portal.db.run(
      sql`update counters set count = ${ASSISTANT.toProviderPerHour.network} where key = ${`assistant out all ${network}`}`,
    )
    // This visitor is another device: the call gives it a cookie of its own.
    const other = portal.visitor()
    await other.get('/api/csrf/')
    assert.equal(sourceOf(await ask(other, KNOWN, {}, { ip })), 'help')
  })
  test('T26 ASSISTANT_DAILY limits the questions of all people in a day; the operator is notified once', async () => {
    await portal.db.run(
      sql`insert into counters (key, count, window_ends) values ('assistant out', 999, ${new Date(portal.clock.now().getTime() + 86_400_000)})`,
    )
    assert.deepEqual(
      [sourceOf(await answerTo(KNOWN)), sourceOf(await answerTo(KNOWN)), sourceOf(await answerTo(KNOWN))],
      ['provider', 'help', 'help'],
    )
    assert.equal(portal.log.filter(({ event }) => event === 'assistant.daily_spent').length, 1)
  })
  test(`T26 after ${ASSISTANT.breaker.failures} failures in a row the model is not asked for a time; then one question tries it`, async () => {
    // After a good answer, earlier failures of the model no longer count.
    await answerTo(KNOWN)
    peer.received.length = 0
    peer.manner = 429
    for (let n = 0; n < ASSISTANT.breaker.failures + 3; n++)
      assert.equal(sourceOf(await answerTo(UNKNOWN)), 'busy')
    assert.equal(peer.received.length, ASSISTANT.breaker.failures)
    portal.clock.advance(ASSISTANT.breaker.restMs)
    peer.manner = 'hangs'
    const trying = answerTo(KNOWN)
    await peer.hears(ASSISTANT.breaker.failures + 1)
    assert.equal(sourceOf(await answerTo(KNOWN)), 'help', 'the others do not wait for the trial')
    // The time in which the model must answer has passed.
    timer.ring(ASSISTANT.initialiseMs)
    assert.equal(sourceOf(await trying), 'help')
    portal.clock.advance(ASSISTANT.breaker.restMs)
    peer.manner = 'answers'
    assert.deepEqual(
      [sourceOf(await answerTo(KNOWN)), sourceOf(await answerTo(KNOWN))],
      ['provider', 'provider'],
    )
  })
  test(`T26 ${ASSISTANT.atProvider} at once; meanwhile the rules answer, and no connection to the database is held`, async () => {
    peer.manner = 'hangs'
    const waiting = Array.from({ length: ASSISTANT.atProvider }, () => answerTo(KNOWN))
    await peer.hears(ASSISTANT.atProvider)
    assert.equal(sourceOf(await answerTo(KNOWN)), 'help')
    assert.equal(sourceOf(await answerTo(UNKNOWN)), 'busy')
    const busy = await portal.db.row<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
    assert.equal(busy?.n, 0)
    const jobs = await portal.visitor().get('/api/jobs/list/')
    assert.equal(jobs.status, 200)
    timer.ring(ASSISTANT.initialiseMs)
    for (const answer of await Promise.all(waiting)) assert.equal(sourceOf(answer), 'help')
    peer.manner = 'answers'
    assert.equal(sourceOf(await answerTo(KNOWN)), 'provider')
  })
})

describe('N2 the answer comes line by line', () => {
  test('N2 each line is JSON of its own, sent as it is written; no cache keeps it and no proxy collects it', async () => {
    peer.manner = 'says something and falls silent'
    peer.words = ['One sentence. ', 'Another one. ', 'And']
    const { lines } = await listen(portal.url, KNOWN, somebody())
    assert.deepEqual((await lines.next()).value, { text: 'One sentence. ' })
    assert.deepEqual((await lines.next()).value, { text: 'Another one. ' })
    timer.ring(ASSISTANT.wholeMs)
    await restOf(lines)
    peer.manner = 'answers'
    const { headers, status } = await answerTo(KNOWN)
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('cache-control'), headers.get('x-accel-buffering')],
      [200, 'application/x-ndjson; charset=utf-8', 'no-store', 'no'],
    )
  })
  test('T11 the panel’s first answer is the same for everyone', async () => {
    const { visitor } = await loggedIn(portal)
    assert.equal(
      (await visitor.get('/api/assistant/')).text,
      (await portal.visitor().get('/api/assistant/')).text,
    )
  })
})
