import assert from 'node:assert/strict'
import http from 'node:http'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { accountsEmails } from '../../server/accounts/emails.ts'
import { sql } from '../../server/database/connect.ts'
import { asHtml } from '../../server/mail/render.ts'
import {
  ANSWER,
  captcha,
  member,
  NEW_PASSWORD,
  QUESTION,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'https://jobs.iebc.example/' } })
})
after(() => portal.close())

/** Sends a POST with headers that `fetch` cannot set, such as `host`. Returns the status. */
const postRaw = (path: string, body: unknown, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const request = http.request(
      new URL(path, portal.url),
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(JSON.stringify(body))
  })

const STRANGER = 'no.account@example.com'

/** Makes the portal send an email of each kind about accounts, and returns them all. */
async function everyEmail() {
  const newcomer = registration()
  await register(portal, newcomer)
  await register(portal, registration({ email: newcomer.email }))
  const { email } = await loggedIn(portal, { question: true })
  const visitor = portal.visitor()
  await visitor.post('/api/security/reset/', { email, answer: ANSWER, new_password: 'another quiet river' })
  // Six wrong answers to the security question are enough for a warning email to the account's owner.
  for (let time = 0; time < 6; time++)
    await visitor.post('/api/security/reset/', {
      email,
      answer: 'no idea',
      new_password: 'another quiet river',
    })
  // The reset by code comes last, because it removes the security question.
  await visitor.post('/api/password-reset-request/', { email })
  const otp = /^ *(\d{6})$/m.exec((await emailsTo(portal, email)).at(-1)?.text ?? '')?.[1]
  await visitor.post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD })
  await visitor.post('/api/password-reset-request/', { email: STRANGER })
  return [
    ...(await emailsTo(portal, newcomer.email)),
    ...(await emailsTo(portal, email)),
    ...(await emailsTo(portal, STRANGER)),
  ]
}

describe('each email', () => {
  test('is plain text and simple HTML that say the same; its links lead to PUBLIC_URL and nowhere else', async () => {
    const all = await everyEmail()
    assert.deepEqual([...new Set(all.map(({ subject = '' }) => subject))].sort(), [
      'No IEBC Jobs account under this address',
      'Verify your email for IEBC Jobs',
      'Wrong answers to your security question',
      'You already have an IEBC Jobs account',
      'Your code for a new IEBC Jobs password',
      'Your password was changed',
    ])
    for (const { subject = '', text = '', html = '', to } of all) {
      assert.match(text, to?.[0]?.address === STRANGER ? /^Hello,\n/ : /^Dear Wanjiku,\n/, subject)
      assert.match(text, /No one may ask you for money or for your password\./, subject)
      for (const url of `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [])
        assert.match(url, /^https:\/\/jobs\.iebc\.example\//, subject)
      assert.doesNotMatch(html, /<(?:script|img|link|iframe|style)/i, subject)
      assert.doesNotMatch(
        text,
        new RegExp(`${NEW_PASSWORD}|${ANSWER}|${QUESTION.replace('?', '')}|another quiet river`),
        subject,
      )
      const bare = html
        .replace(/<head>.*<\/head>/s, ' ')
        .replace(/<[^>]+>/g, ' ')
        .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      // The text and the HTML of an email differ in their colons, so both are compared without colons.
      const words = (line: string) => line.replaceAll(':', ' ').split(/\s+/).filter(Boolean).join(' ')
      for (const line of text.split('\n').map(words).filter(Boolean))
        assert.ok(words(bare).includes(line), `${subject}: ${line}`)
    }
  })
  test('markup in a name is escaped in the HTML', () => {
    const html = asHtml(
      { to: 'a@b.co', subject: '<script>', greeting: 'Dear <img src=x onerror=alert(1)>"&', paragraphs: [] },
      portal.deps.config,
    )
    assert.doesNotMatch(html, /<script>|<img/)
  })
  test('T23: a name that looks like an address or an advert is left out of emails', async () => {
    for (const first_name of ['www.win.example', 'http://win.example', 'Call 0700 000 000']) {
      // The test writes the name into the database, because registration refuses some of these names. Older
      // accounts may have them.
      const stranger = registration()
      await register(portal, stranger)
      await portal.db.run(sql`update users set first_name = ${first_name} where email = ${stranger.email}`)
      const [sentEmail] = await emailsTo(portal, stranger.email)
      assert.match(sentEmail?.text ?? '', /^Hello,\n/, first_name)
      assert.doesNotMatch(`${sentEmail?.text}${sentEmail?.html}`, /win\.example|0700/i)
    }
    for (const first_name of ["ng'ang'a wa-thiong’o", 'Wanjikũ J. Sr.']) {
      const person = registration({ first_name })
      await register(portal, person)
      assert.match((await emailsTo(portal, person.email))[0]?.text ?? '', /^Dear /, first_name)
    }
  })
  test('for every kind of email that the server queues, there is a function that writes the email (decisions#silent-emails)', () => {
    const server = join(import.meta.dirname, '../../server')
    const queuedTopics = new Set(
      globSync('**/*.ts', { cwd: server })
        // The source files named emails.ts write the emails, so they are left out of this search for queued
        // topics.
        .filter((name) => !name.endsWith('emails.ts'))
        .flatMap((name) => readFileSync(join(server, name), 'utf8').match(/'accounts\.[a-z-]+'/g) ?? []),
    )
    assert.deepEqual(
      [...queuedTopics].map((topic) => topic.slice(1, -1)).sort(),
      Object.keys(accountsEmails).sort(),
    )
  })
})

describe('T23, T36: hosts', () => {
  test('a foreign Host is not served, so no email comes of it', async () => {
    const body = registration({ recaptchaToken: await captcha(portal) })
    assert.equal(await postRaw('/api/register/', body, { host: 'evil.example' }), 421)
    assert.equal((await emailsTo(portal, body.email)).length, 0)
  })
  test('forwarded hosts change no link', async () => {
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
      { 'x-forwarded-server': 'evil.example' },
      { 'x-original-host': 'evil.example' },
    ] as Record<string, string>[]) {
      const body = registration({ recaptchaToken: await captcha(portal) })
      const status = await postRaw('/api/register/', body, headers)
      assert.ok(status === 201 || status === 421, String(status))
      for (const { text, html } of await emailsTo(portal, body.email))
        assert.doesNotMatch(`${text}${html}`, /evil/)
    }
  })
})

describe('T23: no more than one address', () => {
  for (const email of [
    'a@example.com,evil@example.com',
    'a@example.com, evil@example.com',
    'a@example.com;evil@example.com',
    '"a@example.com,evil"@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: evil@example.com',
    'a@example.com\nX: y',
    'a@example.com%0aBcc:evil@example.com',
    'a@example.com (evil@example.com)',
    'a@[127.0.0.1]',
    'group:a@example.com;',
  ]) {
    test(`${JSON.stringify(email)} is refused by registration, reset and resend`, async () => {
      assert.equal((await register(portal, registration({ email }))).status, 422)
      for (const path of ['/api/password-reset-request/', '/api/resend-verification/'])
        assert.equal((await portal.visitor().post(path, { email })).status, 422, path)
    })
  }
})

test('T23: at most three emails of a kind to one address in an hour, no matter who requests them', async () => {
  const { email } = await member(portal)
  for (let time = 0; time < 8; time++) {
    await register(portal, registration({ email }), portal.visitor(), {
      'x-forwarded-for': `41.110.${time}.1`,
    })
    await portal
      .visitor()
      .post(
        '/api/password-reset-request/',
        { email: time % 2 ? email.toUpperCase() : email },
        { ip: `41.111.${time}.1` },
      )
  }
  const subjects = (await emailsTo(portal, email)).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => subject === 'You already have an IEBC Jobs account').length, 3)
  assert.equal(subjects.filter((subject) => subject === 'Your code for a new IEBC Jobs password').length, 3)
})
