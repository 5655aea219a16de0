import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ConfigError } from '../../server/config.ts'
import { explainErrors } from '../../server/database/away.ts'
import { openClient, serversAt } from '../../server/database/servers.ts'
import { selfSigned } from '../support/certificate.ts'
import { type Server, startServer } from '../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-tls-'))
const rightCa = join(folder, 'right.crt')
const wrongCa = join(folder, 'wrong.crt')
let server: Server
before(async () => {
  const { key, cert } = selfSigned()
  writeFileSync(rightCa, cert)
  // A certificate that has nothing to do with the server's.
  writeFileSync(wrongCa, selfSigned().cert)
  server = await startServer({
    rules: [
      'hostssl all only_tls 127.0.0.0/8 trust',
      'hostnossl all only_plain 127.0.0.0/8 trust',
      'host all app 127.0.0.0/8 trust',
    ],
  })
  await server.ask('create role only_tls login; create role only_plain login')
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const)
    await server.ask(
      `alter system set ssl_${name === 'server.key' ? 'key' : 'cert'}_file = '${server.write(name, text)}'`,
    )
})
after(async () => {
  await server.drop()
  rmSync(folder, { recursive: true })
})

const addressOf = (query: string, { host = '127.0.0.1', user = 'app' } = {}) =>
  `postgresql://${user}@${host}:${server.port}/postgres?${query}`
/** Whether a connection uses TLS. If it fails, the code or the message of the error. */
const outcome = async (url: string) => {
  try {
    const client = await openClient(serversAt(url), { connectionTimeoutMillis: 5_000 })
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    await client.end()
    return rows[0]?.ssl ? 'TLS' : 'plain'
  } catch (error) {
    return String(Object(error).code ?? (error as Error).message)
  }
}
/** The error that the operator reads when the portal does not start (role.test.ts starts it). */
const sentence = (url: string) =>
  explainErrors('DATABASE_URL', openClient(serversAt(url), {})).then(
    () => 'connected',
    (error: unknown) => error instanceof ConfigError && error.message,
  )

describe('T19 sslmode means what libpq means by it', () => {
  test('a server without TLS: prefer continues without, all that require it are refused with a sentence', async () => {
    assert.equal(await outcome(addressOf('')), 'plain')
    assert.equal(await outcome(addressOf('sslmode=prefer')), 'plain')
    assert.equal(await outcome(addressOf('sslmode=disable')), 'plain')
    assert.match(await outcome(addressOf('sslmode=require')), /does not support SSL/)
    assert.equal(
      await sentence(addressOf('sslmode=require')),
      'DATABASE_URL: sslmode asks for TLS, which the database lacks.',
    )
  })
  test('a server with TLS', async () => {
    await server.ask('alter system set ssl = on')
    await server.ask('select pg_reload_conf()')
    const expected: [string, string, { host?: string; user?: string }?][] = [
      ['', 'TLS'],
      ['sslmode=prefer', 'TLS'],
      ['sslmode=disable', 'plain'],
      ['sslmode=disable', '28000', { user: 'only_tls' }],
      ['sslmode=require', 'TLS', { user: 'only_tls' }],
      ['sslmode=require', '28000', { user: 'only_plain' }],
      // Without a file of certificate authorities, any certificate is accepted.
      ['sslmode=require', 'TLS', { host: '127.0.0.2' }],
      [`sslmode=require&sslrootcert=${rightCa}`, 'TLS'],
      [`sslmode=require&sslrootcert=${wrongCa}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [`sslmode=verify-ca&sslrootcert=${rightCa}`, 'TLS'],
      [`sslmode=verify-ca&sslrootcert=${rightCa}`, 'TLS', { host: '127.0.0.2' }],
      [`sslmode=verify-ca&sslrootcert=${wrongCa}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [`sslmode=verify-full&sslrootcert=${rightCa}`, 'TLS'],
      [`sslmode=verify-full&sslrootcert=${rightCa}`, 'TLS', { host: 'localhost' }],
      [`sslmode=verify-full&sslrootcert=${rightCa}`, 'ERR_TLS_CERT_ALTNAME_INVALID', { host: '127.0.0.2' }],
      [`sslmode=verify-full&sslrootcert=${wrongCa}`, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ]
    for (const [query, what, options] of expected)
      assert.equal(
        await outcome(addressOf(query, options)),
        what,
        `${query} ${JSON.stringify(options ?? {})}`,
      )
  })
  test('a certificate of another authority, or for another host, stops the start with a sentence', async () => {
    assert.equal(
      await sentence(addressOf(`sslmode=verify-full&sslrootcert=${wrongCa}`)),
      "DATABASE_URL: no authority that we trust has signed the database's certificate (DEPTH_ZERO_SELF_SIGNED_CERT).",
    )
    assert.equal(
      await sentence(addressOf(`sslmode=verify-full&sslrootcert=${rightCa}`, { host: '127.0.0.2' })),
      "DATABASE_URL: the database's certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID).",
    )
  })
})
