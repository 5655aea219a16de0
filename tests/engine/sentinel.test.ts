import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { readSecrets } from '../../server/secrets.ts'
import { addressOf } from '../support/calls.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, run, startPortal, type Running } from '../support/program.ts'

const KEY = 'c0ffee5e'.repeat(8)
const SENTINELS = {
  'the key': KEY,
  'the password of the database': 'SentinelDatabase1',
  "the owner's password": 'SentinelOwner2',
  'the password of the mail server': 'SentinelMail3',
  'the user of the mail server': 'sentinelmailuser',
  'the secret of the captcha': 'SentinelCaptcha4',
}
/** Which secrets occur in a text, plainly or in base64. */
const inText = (text: string) =>
  Object.entries(SENTINELS).filter(
    ([, secret]) => text.includes(secret) || text.includes(Buffer.from(secret).toString('base64')),
  )

const folder = dataFolder()
let database: Fresh
let portal: Running
before(async () => {
  database = await freshDatabase({ durable: true })
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(join(folder.path, 'secret.key'), KEY, { mode: 0o600 })
  chmodSync(join(folder.path, 'secret.key'), 0o600)
  const withPassword = (url: string, password: string) =>
    url.replace(/^postgresql:\/\/(\w+)@(.*)$/, `postgresql://$2&user=$1&password=${password}`)
  portal = await startPortal(folder.path, {
    env: {
      DATABASE_URL: withPassword(database.portalUrl, SENTINELS['the password of the database']),
      DATABASE_OWNER_URL: withPassword(database.url, SENTINELS["the owner's password"]),
      // No program listens on port 1. So each email fails, and the log says why.
      SMTP_URL: `smtp://${SENTINELS['the user of the mail server']}:${SENTINELS['the password of the mail server']}@127.0.0.1:1`,
      MAIL_FROM: 'jobs@iebc.example',
      PUBLIC_URL: 'http://localhost:1',
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SITE_KEY: 'a-site-key',
      CAPTCHA_SECRET: SENTINELS['the secret of the captcha'],
      CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/siteverify',
    },
  })
})
after(async () => {
  await folder.drop()
  await database.drop()
})

/** The status, headers and body of an answer, joined into one text. */
const whole = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(portal.url + path, { redirect: 'manual', ...init })
  return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`
}

describe('T31 secrets stay where they are', () => {
  test('T31 no call answers with one, whatever it is sent', async () => {
    const bodies = [
      '{}',
      '{',
      '{"email":"reader@example.com","recaptchaToken":"x","password":"x","answer":"x","otp":"1","new_password":"x"}',
    ]
    for (const entry of Object.values(endpoints) as Endpoint[]) {
      const path = addressOf(entry, { token: 'x' })
      for (const body of entry.method === 'GET' ? [undefined] : bodies) {
        const text = await whole(path, {
          method: entry.method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body }),
        })
        assert.deepEqual(inText(text), [], `${entry.method} ${entry.path}`)
      }
    }
  })
  test('T31 no page, file, feed or refusal holds one', async () => {
    const client = join(import.meta.dirname, '../../build/client')
    const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.\w+$/.test(name) && !/\.(?:br|gz)$/.test(name),
    )
    assert.ok(files.length > 30)
    const paths = [
      '/',
      '/jobs',
      '/jobs/1',
      '/login',
      '/register',
      '/forgot-password',
      '/about',
      '/contact',
      '/complaints',
      '/privacy',
      '/dashboard',
      '/apply',
      '/nothing',
      '/%',
    ]
    const others = [
      '/robots.txt',
      '/sitemap.xml',
      '/jobs/feed.atom',
      '/healthz',
      '/readyz',
      '/api/openapi.json',
      '/secret.key',
      '/.env',
      '/dev/mail',
      '/..%2fsecret.key',
    ]
    for (const path of [...paths, ...others, ...files.map((name) => `/${name}`)])
      assert.deepEqual(inText(await whole(path, { headers: { accept: 'text/html' } })), [], path)
  })
  test('T31 the log has no secret, not even about emails that failed', async () => {
    const subscribed = await whole('/api/newsletter/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"log@example.com"}',
    })
    assert.match(subscribed, /^200 /)
    await until(
      'a letter has failed',
      async () => portal.output,
      (output) => output.includes('email.not_delivered'),
    )
    assert.deepEqual(inText(portal.output + portal.errors), [])
  })
  test('T31 no process shows one among its arguments', { skip: process.platform !== 'linux' }, () => {
    const seen = globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
      try {
        return [readFileSync(file, 'latin1')]
      } catch {
        return []
      }
    })
    assert.ok(seen.some((line) => line.includes('server/main.ts')))
    assert.deepEqual(seen.flatMap(inText), [])
  })
})

describe('T31 a start that is refused shows no secret', () => {
  const STARTED = ['a database address with a fault', 'a captcha without its site key']
  for (const [what, env] of [
    [
      'a database address with a fault',
      { DATABASE_URL: 'postgresql://app:SentinelDatabase1@127.0.0.1:1/x?sslmode=some' },
    ],
    ['a mail server without a sender', { SMTP_URL: 'smtp://sentinelmailuser:SentinelMail3@127.0.0.1:1' }],
    [
      'an address that is none',
      {
        SMTP_URL: 'http://sentinelmailuser:SentinelMail3@127.0.0.1:1',
        MAIL_FROM: 'a@b.co',
        PUBLIC_URL: 'http://x.org',
      },
    ],
    ['a captcha without its site key', { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SECRET: 'SentinelCaptcha4' }],
  ] as [string, Record<string, string>][]) {
    test(`T31 ${what}`, async () => {
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && inText(inspect(error)).length === 0,
      )
      // The program prints the sentence of `readConfig` alone (config.test.ts), so two of them are started.
      if (!STARTED.includes(what)) return
      const other = dataFolder()
      const program = run('server/main.ts', [], other.path, { env })
      assert.equal(await program.exited, 78)
      assert.ok(program.errors.length > 20)
      assert.deepEqual(inText(program.output + program.errors), [])
      await other.drop()
    })
  }
  test('T31 nor does a start that waits for its database', async () => {
    const other = dataFolder()
    const address = 'postgresql://app:SentinelDatabase1@127.0.0.1:1/x'
    const program = run('server/main.ts', [], other.path, { env: { DATABASE_URL: address } })
    const printed = async () => program.output + program.errors
    await until('it waits', printed, (text) => text.includes('database.waiting'))
    assert.deepEqual(inText(await printed()), [])
    await other.drop()
  })
  test('T31 a key that is missing is made; one that is short, has wrong characters or is open to others stops the start', async () => {
    const other = dataFolder()
    const file = join(other.path, 'secret.key')
    for (const [content, mode, sentence, isStarted] of [
      ['', 0o600, /secret\.key is damaged: it must hold 64 hexadecimal digits\.$/, true],
      ['ab'.repeat(31), 0o600, /secret\.key is damaged/, false],
      ['xy'.repeat(32), 0o600, /secret\.key is damaged/, false],
      ['ab'.repeat(32), 0o640, /secret\.key can be read by others: run chmod 600 on it\.$/, true],
      ['ab'.repeat(32), 0o604, /secret\.key can be read by others/, false],
    ] as const) {
      writeFileSync(file, content)
      chmodSync(file, mode)
      assert.throws(
        () => readSecrets({ dataDir: other.path }),
        (error) => error instanceof ConfigError && sentence.test(error.message),
      )
      // The program prints the same sentence, which one start of each kind shows.
      if (!isStarted) continue
      const program = run('server/main.ts', [], other.path)
      assert.equal(await program.exited, 78)
      assert.match(program.errors.trimEnd(), sentence)
    }
    await other.drop()
  })
})
