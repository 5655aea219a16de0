import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register, registration } from '../support/accounts.ts'
import { lettersTo } from '../support/letters.ts'
import { openPortal } from '../support/portal.ts'

test('without SMTP_URL every letter can be read at /dev/mail, newest first; what is no letter is 404', async (t) => {
  const portal = await openPortal()
  t.after(() => portal.close())
  const [first, second] = [registration({ first_name: 'Achieng' }), registration({ first_name: 'Barasa' })]
  for (const person of [first, second]) {
    await register(portal, person)
    await lettersTo(portal, person.email)
  }
  const visitor = portal.visitor()
  const list = await visitor.get('/dev/mail')
  assert.equal(list.status, 200)
  // Firefox writes a refused icon into the console.
  assert.match(list.headers.get('content-security-policy') ?? '', /img-src 'self'/)
  assert.ok(list.text.includes(first.email) && list.text.indexOf(second.email) < list.text.indexOf(first.email))
  const addresses = [...list.text.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '')
  assert.equal(addresses.length, 2)
  const letters = await Promise.all(addresses.map((path) => visitor.get(path)))
  assert.ok(letters.every(({ status, headers }) => status === 200 && headers.get('cache-control') === 'no-store'))
  for (const name of ['Achieng', 'Barasa']) assert.equal(letters.filter(({ text }) => text.includes(`Dear ${name},`)).length, 1)
  assert.ok(letters.every(({ text }) => /<a href="http:\/\/[^"]+\/verify-email\/[^"]+">/.test(text)))
  for (const path of ['/dev/mail/none', '/dev/mail/..%2f..%2fsecret', '/dev/mail/%00']) assert.equal((await visitor.get(path)).status, 404, path)
})

test('with SMTP_URL there is no /dev/mail', async (t) => {
  const portal = await openPortal({ config: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@iebc.example', PUBLIC_URL: 'http://jobs.iebc.example' } })
  t.after(() => portal.close())
  for (const path of ['/dev/mail', '/dev/mail/', '/dev/mail/x']) assert.equal((await portal.visitor().get(path)).status, 404, path)
})
