import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { log } from '../../server/log.ts'
import { captcha, login, register, registration } from '../support/accounts.ts'
import { codeTo, emailsTo, linkTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The portal's log must contain nothing that shows who a person is.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

/** The texts that this process writes to its standard streams while `work` runs. */
async function printedBy(work: () => unknown): Promise<string> {
  let printed = ''
  const streams = [process.stdout, process.stderr] as const
  const real = streams.map((stream) => stream.write)
  for (const stream of streams)
    stream.write = ((piece: string | Uint8Array) => ((printed += String(piece)), true)) as typeof stream.write
  try {
    await work()
  } finally {
    streams.forEach((stream, index) => void (stream.write = real[index] as typeof stream.write))
  }
  return printed
}

test('T29: a whole life of an account leaves nothing of the person in the log', async () => {
  // Each field of the person holds "canary" or rare digits, so that the test can search the log for it.
  const body = registration({
    email: 'canary.mail@example.com',
    first_name: 'Canaryfirst',
    last_name: 'Canarylast',
    middle_name: 'Canarymiddle',
    id_number: '987654321',
    phone: '+254799000111',
    password: 'Canary7password',
  })
  const secrets: string[] = []
  await register(portal, body)
  const link = await linkTo(portal, body.email, 'verify-email')
  secrets.push(link.split('/').at(-1) ?? '')
  await portal.visitor().post(`/api${link}/`)
  await register(portal, body)
  await register(portal, { ...body, email: 'canary.other@example.com', county: 48 })
  const visitor = portal.visitor({ browser: true })
  const { json } = await login(visitor, body.email, body.password)
  visitor.token = json.token
  secrets.push(json.token, visitor.cookies.get('session') ?? '')
  await visitor.post('/api/security/set/', {
    security_question: 'Canaryquestion?',
    security_answer: 'Canaryanswer',
  })
  await visitor.post('/api/session/extend/')
  for (let time = 0; time < 6; time++) await login(portal.visitor(), body.email, 'Canarywrong1')
  for (let time = 0; time < 7; time++)
    await visitor.post('/api/security/question/', {
      email: body.email,
      recaptchaToken: await captcha(portal),
    })
  const thief = portal.visitor()
  thief.token = json.token
  await thief.get('/api/user/profile/')
  await portal.visitor().post('/api/password-reset-request/', { email: body.email })
  const code = await codeTo(portal, body.email)
  secrets.push(code)
  await portal.visitor().post('/api/verify-otp/', { email: body.email, otp: 'Canarycode' })
  await portal
    .visitor()
    .post('/api/update-password/', { email: body.email, otp: code, new_password: 'Canarynewpassword' })
  for (let time = 0; time < 7; time++)
    await portal.visitor().post('/api/security/reset/', {
      email: body.email,
      answer: 'Canaryguess',
      new_password: 'Canarynewpassword',
    })
  await portal
    .visitor()
    .request('POST', '/api/login/', { raw: '{"email":"canary.mail@example.com","password":' })
  await emailsTo(portal, body.email)
  // A constraint makes this registration fail with a 500. The database's error message contains the person's
  // row.
  const { sql } = await import('../../server/database/connect.ts')
  await portal.db.run(
    sql`alter table users add constraint broken check (email <> 'canary.check@example.com')`,
  )
  // In the log, the code 23514 is PostgreSQL's code for a violated check.
  const failed = await register(
    portal,
    registration({ email: 'canary.check@example.com', first_name: 'Canaryfirst' }),
  )
  assert.equal(failed.status, 500)
  assert.doesNotMatch(failed.text, /canary|constraint|users|at \//i)
  assert.equal(failed.json.message, 'Something went wrong here. Nothing was lost. Please try again.')
  assert.ok(
    portal.log.some(
      ({ event, fields }) =>
        event === 'request.failed' &&
        fields?.request_id === failed.json.request_id &&
        fields?.code === '23514' &&
        /\(server\/[\w./-]+\.ts:\d+:\d+\)/.test(fields.stack ?? ''),
    ),
  )

  const written = await printedBy(() =>
    portal.log.forEach(({ level, event, fields }) => log(level as 'info', event, fields)),
  )
  assert.ok(written.split('\n').length > 2)
  for (const text of [JSON.stringify(portal.log), written]) {
    assert.doesNotMatch(text, /canary|987654321|254799000111|0799000111/i)
    for (const secret of secrets) assert.ok(secret.length > 4 && !text.includes(secret), secret)
  }
})

test('T29: the log writes its short list of fields, whatever it is given, one line an event', async () => {
  const written = await printedBy(() =>
    log('warn', 'something', { email: 'canary@example.com', code: 'a\nb', count: 3 } as never),
  )
  assert.equal(written.split('\n').length, 2)
  const { at: loggedAt, ...rest } = JSON.parse(written) as Record<string, unknown>
  assert.ok(loggedAt)
  assert.deepEqual(rest, { level: 'warn', event: 'something', code: 'a\nb', count: 3 })
})
