import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EMAILS_PER_HOUR } from '../../contract/accounts/limits.ts'
import { NEWSLETTER } from '#contract/newsletter/endpoints.ts'
import { sql } from '../../server/database/connect.ts'
import { jobRow, postJobs } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Readers without an account get emails about new jobs. They enter an address and confirm it with an emailed
// link.

let portal: Portal
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'http://jobs.example.org' } })
})
after(() => portal.close())

let addressCount = 0
const newAddress = () => `reader${++addressCount}@example.com`
/** Asks for the newsletter at an address. */
const ask = (email: unknown) => portal.visitor().post('/api/newsletter/', { email })
const post = (path: string) => portal.visitor().post(path)
/** The token in the link of a newsletter email. The link confirms the newsletter or stops it. */
const tokenIn = (text: string | undefined, kind: 'confirm' | 'stop') =>
  new RegExp(`http://jobs\\.example\\.org/newsletter/${kind}/([\\w.~-]+)`).exec(text ?? '')?.[1] ?? ''
const confirmToken = async (email: string) => tokenIn((await emailsTo(portal, email)).at(-1)?.text, 'confirm')
async function subscribe(email = newAddress()) {
  await ask(email)
  const answer = await post(`/api/newsletter/confirm/${await confirmToken(email)}/`)
  assert.deepEqual([answer.status, answer.json.message], [200, NEWSLETTER.confirmed])
  return email
}
/** The newsletters sent to this address, without the emails that ask for a confirmation. */
const newsTo = async (address: string) =>
  (await emailsTo(portal, address)).filter((email) => !email.subject?.includes('confirm'))

describe('J13 double opt-in', () => {
  test('J13 a request sends one email with a link; until the link is pressed no newsletter comes (decisions#silent-consent)', async () => {
    const email = newAddress()
    assert.deepEqual((await ask(`  ${email.toUpperCase()} `)).json, { message: NEWSLETTER.asked })
    const [confirmEmail, ...others] = await emailsTo(portal, email)
    assert.match(
      confirmEmail?.text ?? '',
      /asked the Independent Electoral and Boundaries Commission to email this address/,
    )
    assert.deepEqual(others, [])
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 0)
    await post(`/api/newsletter/confirm/${await confirmToken(email)}/`)
    await postJobs(portal, {
      title: 'Tallying Clerk',
      location: 'Wajir',
      expiry_date: '2030-01-04T14:00:00Z',
    })
    const [newsEmail] = await newsTo(email)
    assert.equal(newsEmail?.subject, 'New job: Tallying Clerk')
    assert.match(
      newsEmail?.text ?? '',
      /\n\nTallying Clerk\nWajir\nCloses Fri 4 Jan, 5:00 p\.m\. EAT\nhttp:\/\/jobs\.example\.org\/jobs\/\d+\n\n/,
    )
    for (const path of ['jobs/\\d+', 'newsletter/stop/'])
      assert.match(newsEmail?.html ?? '', new RegExp(`<a href="http://jobs\\.example\\.org/${path}`))
  })
  test('J1 a job at the instant of its deadline is still open: it is announced, and one after its deadline is not', async () => {
    const email = await subscribe()
    const now = portal.clock.now().getTime()
    await postJobs(
      portal,
      { title: 'Closing Now', expiry_date: new Date(now).toISOString() },
      { title: 'Just Closed', expiry_date: new Date(now - 1).toISOString() },
    )
    assert.deepEqual(
      (await newsTo(email)).map(({ subject }) => subject),
      ['New job: Closing Now'],
    )
  })
  test('J13 the answer is the same for a new, a waiting, a listed and a stopped address', async () => {
    const listed = await subscribe()
    const waiting = newAddress()
    await ask(waiting)
    const answers = await Promise.all([newAddress(), waiting, listed].map(ask))
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.text], [200, JSON.stringify({ message: NEWSLETTER.asked })])
  })
  test('J13 pressing twice is pressing once', async () => {
    const email = newAddress()
    await ask(email)
    const token = await confirmToken(email)
    for (const path of [`/api/newsletter/confirm/${token}/`, `/api/newsletter/confirm/${token}`])
      assert.equal((await post(path)).status, 200)
    const row = await portal.db.row<{ n: number }>(
      sql`select count(*) as n from newsletter_subscribers where email = ${email}`,
    )
    assert.equal(row?.n, 1)
  })
  test('J13 a second request for a confirmed address changes nothing', async () => {
    const email = await subscribe()
    await ask(email)
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 1)
  })
  test('T23 at most three emails an hour to one address, however it is spelt, and the answer does not show it', async () => {
    const email = newAddress()
    for (let time = 0; time < 6; time++)
      assert.equal((await ask(time % 2 ? email : email.toUpperCase())).status, 200)
    assert.equal((await emailsTo(portal, email)).length, EMAILS_PER_HOUR)
    portal.clock.advance(3_600_001)
    await ask(email)
    assert.equal((await emailsTo(portal, email)).length, EMAILS_PER_HOUR + 1)
  })
  test('T1 a link of one purpose, of another portal, or made up, is 404 with a sentence', async () => {
    const email = newAddress()
    await ask(email)
    const token = await confirmToken(email)
    const [id = '', signature = ''] = token.split('.')
    for (const path of [
      `confirm/${Number(id) + 1}.${signature}`,
      `confirm/${id}.${signature.slice(0, -2)}xx`,
      `confirm/${id}.${signature}=`,
      `confirm/${id}.`,
      'confirm/x',
      `confirm/${'a'.repeat(249)}`,
      `confirm/${'a'.repeat(400)}`,
      `stop/${token}`,
      'stop/%00',
      'stop/1.2.3',
    ]) {
      const answer = await post(`/api/newsletter/${path}/`)
      assert.equal(answer.status, 404, path)
      assert.equal(typeof answer.json.error, 'string')
    }
    const row = await portal.db.row<{ confirmed_at: Date | null }>(
      sql`select confirmed_at from newsletter_subscribers where email = ${email}`,
    )
    assert.equal(row?.confirmed_at, null)
  })
  for (const email of [
    '',
    'x',
    'a@b',
    'a@b.co,evil@x.co',
    'a@b.co\nBcc: evil@x.co',
    '<a@b.co>',
    `${'a'.repeat(250)}@b.co`,
    null,
    5,
    ['a@b.co'],
    { a: 1 },
  ]) {
    test(`T23 ${JSON.stringify(email).slice(0, 30)} is no address: 422 at its field`, async () => {
      const answer = await ask(email)
      assert.equal(answer.status, 422)
      assert.ok(Array.isArray(answer.json.email))
    })
  }
})

describe('J13 emails about new jobs', () => {
  test('one email about all that an import adds; none about a change, a closed or an inactive job', async () => {
    const email = await subscribe()
    const rows = [jobRow({ title: 'Alpha' }), jobRow({ title: 'Beta' })]
    await postJobs(
      portal,
      ...rows,
      { title: 'Gamma', expiry_date: '2026-01-01' },
      { title: 'Delta', is_active: false },
    )
    const [newsEmail, ...more] = await newsTo(email)
    assert.equal(more.length, 0)
    assert.equal(newsEmail?.subject, '2 new jobs')
    assert.ok(['Alpha', 'Beta'].every((title) => newsEmail?.text?.includes(title)))
    assert.ok(!/Gamma|Delta/.test(newsEmail?.text ?? ''))
    await postJobs(portal, ...rows.map((row) => ({ ...row, title: `${row.title} again` })))
    await postJobs(portal, { expiry_date: '2026-01-01' }, { is_active: false })
    assert.equal((await newsTo(email)).length, 1)
  })
  test('the subject has the number of all new jobs, of which the first twenty to close are shown', async () => {
    const email = await subscribe()
    await postJobs(portal, ...Array.from({ length: 23 }, () => ({})), { is_active: false })
    const [newsEmail] = await newsTo(email)
    assert.equal(newsEmail?.subject, '23 new jobs')
    assert.equal(newsEmail?.text?.match(/^http:\/\/jobs\.example\.org\/jobs\/\d+$/gm)?.length, 20)
  })
  test('an import that fails queues no newsletter', async () => {
    const email = await subscribe()
    await assert.rejects(postJobs(portal, {}, { job_type_id: 99 }))
    assert.equal((await newsTo(email)).length, 0)
  })
  test('delivering again sends nothing twice', async () => {
    const email = await subscribe()
    await postJobs(portal, {})
    await Promise.all([emailsTo(portal, email), emailsTo(portal, email), emailsTo(portal, email)])
    portal.clock.advance(3_600_000)
    assert.equal((await newsTo(email)).length, 1)
  })
  test('a job that closed before the sending is not in the newsletter', async () => {
    const email = await subscribe()
    await postJobs(portal, { expiry_date: new Date(portal.clock.now().getTime() + 1_000).toISOString() })
    portal.clock.advance(2_000)
    assert.equal((await newsTo(email)).length, 0)
  })
})

describe('J13 one-click stop', () => {
  /** Creates a reader who has received one newsletter. `header` returns a header of that email. */
  async function listed() {
    const email = await subscribe()
    await postJobs(portal, {})
    const [newsEmail] = await newsTo(email)
    const header = (name: string) => newsEmail?.headers.find(({ key }) => key === name)?.value ?? ''
    return { email, letter: newsEmail, header }
  }
  test('RFC 8058: the header names a POST address that stops the emails with a form body and no cookie', async () => {
    const { email, header } = await listed()
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    const [, path = ''] =
      /^<http:\/\/jobs\.example\.org(\/api\/newsletter\/stop\/[^>]+)>$/.exec(header('list-unsubscribe')) ?? []
    const press = () =>
      fetch(portal.url + path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const answer = await press()
    assert.deepEqual([answer.status, await answer.json()], [200, { message: NEWSLETTER.stopped }])
    assert.equal((await press()).status, 200, 'pressing twice is pressing once')
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 1)
  })
  test('a mail scanner that only looks stops and confirms nothing', async () => {
    const { email, letter: newsEmail, header } = await listed()
    for (const address of [
      header('list-unsubscribe').slice(1, -1),
      `http://jobs.example.org/newsletter/stop/${tokenIn(newsEmail?.text, 'stop')}`,
    ]) {
      await portal.visitor().get(new URL(address).pathname)
    }
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 2)
  })
  test('an email that waits when its reader stops the newsletter is not sent', async () => {
    const { email, letter: newsEmail } = await listed()
    await postJobs(portal, {})
    await post(`/api/newsletter/stop/${tokenIn(newsEmail?.text, 'stop')}/`)
    assert.equal((await newsTo(email)).length, 1)
  })
  test('a reader who stopped may ask again, and must confirm again', async () => {
    const { email, letter: newsEmail } = await listed()
    await post(`/api/newsletter/stop/${tokenIn(newsEmail?.text, 'stop')}/`)
    await ask(email)
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 1)
    await post(`/api/newsletter/confirm/${await confirmToken(email)}/`)
    await postJobs(portal, {})
    assert.equal((await newsTo(email)).length, 2)
  })
  test('forms are taken nowhere else', async () => {
    for (const path of ['/api/newsletter/', '/api/login/', '/api/newsletter/confirm/x/']) {
      const answer = await fetch(portal.url + path, {
        method: 'POST',
        body: 'email=a%40b.co',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.equal(answer.status, 415, path)
    }
  })
})
