import assert from 'node:assert/strict'
import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { buildApp } from '../../server/app.ts'
import { register, registration } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal } from '../support/portal.ts'

test('without SMTP_URL every email can be read at /dev/mail, newest first; any other address there is 404', async (t) => {
  const portal = await openPortal()
  t.after(() => portal.close())
  const [first, second] = [registration({ first_name: 'Achieng' }), registration({ first_name: 'Barasa' })]
  for (const person of [first, second]) {
    await register(portal, person)
    await emailsTo(portal, person.email)
  }
  const visitor = portal.visitor()
  const list = await visitor.get('/dev/mail')
  assert.equal(list.status, 200)
  // The content policy allows the page's own images. Otherwise Firefox would report in its console that it
  // refused the icon.
  assert.match(list.headers.get('content-security-policy') ?? '', /img-src 'self'/)
  assert.ok(
    list.text.includes(first.email) && list.text.indexOf(second.email) < list.text.indexOf(first.email),
  )
  const addresses = [...list.text.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '')
  assert.equal(addresses.length, 2)
  const sentEmails = await Promise.all(addresses.map((path) => visitor.get(path)))
  assert.ok(
    sentEmails.every(({ status, headers }) => status === 200 && headers.get('cache-control') === 'no-store'),
  )
  for (const name of ['Achieng', 'Barasa'])
    assert.equal(sentEmails.filter(({ text }) => text.includes(`Dear ${name},`)).length, 1)
  assert.ok(sentEmails.every(({ text }) => /<a href="http:\/\/[^"]+\/verify-email\/[^"]+">/.test(text)))
  for (const path of ['/dev/mail/none', '/dev/mail/..%2f..%2fsecret', '/dev/mail/%00'])
    assert.equal((await visitor.get(path)).status, 404, path)
})

const sendRaw = (port: number, request: string) =>
  new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket
      .on('data', (piece) => (received += piece.toString()))
      .on('close', () => resolve(received))
      .on('error', reject)
  })
const statusOf = (host: string, port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) =>
    get({ host, port, path, headers, agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    ),
  )

test('T31 /dev/mail answers only programs on this machine: no other IP address, no other host name, no proxy', async (t) => {
  const portal = await openPortal()
  t.after(() => portal.close())
  const person = registration()
  await register(portal, person)
  await emailsTo(portal, person.email)
  const id = /href="(\/dev\/mail\/[^"]+)"/.exec((await portal.visitor().get('/dev/mail')).text)?.[1] ?? ''
  const app = await buildApp(portal.deps)
  t.after(() => app.close())
  await app.listen({ host: '0.0.0.0', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address
  for (const path of ['/dev/mail', id]) {
    assert.equal(await statusOf('127.0.0.1', port, path), 200, path)
    assert.equal(await statusOf('127.0.0.1', port, path, { host: `localhost:${port}` }), 200, path)
    for (const host of [
      'jobs.example.org',
      'localhost.example.org',
      '127.0.0.1.example.org',
      'localhost@example.org',
      '127.0.0.1, x',
      '10.0.0.1',
      'localhost:80:80',
    ])
      assert.notEqual(await statusOf('127.0.0.1', port, path, { host }), 200, `${path} at ${host}`)
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'forwarded',
      'x-real-ip',
      'via',
    ])
      assert.equal(
        await statusOf('127.0.0.1', port, path, { [header]: '127.0.0.1' }),
        404,
        `${path} with ${header}`,
      )
    // nginx with its default settings sends HTTP/1.0, with our address as the host, and does not say who the
    // caller is.
    assert.match(
      await sendRaw(port, `GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 404/,
    )
    if (outside)
      for (const headers of [{}, { host: 'localhost' }] as Record<string, string>[])
        assert.equal(await statusOf(outside, port, path, headers), 404, `${path} over ${outside}`)
  }
})

test('with SMTP_URL there is no /dev/mail', async (t) => {
  const portal = await openPortal({
    config: {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'jobs@iebc.example',
      PUBLIC_URL: 'http://jobs.iebc.example',
    },
  })
  t.after(() => portal.close())
  for (const path of ['/dev/mail', '/dev/mail/', '/dev/mail/x'])
    assert.equal((await portal.visitor().get(path)).status, 404, path)
})
