import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type DatabaseAddress, databaseAddress } from '../../server/database-address.ts'
import { selfSigned } from '../support/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-address-'))
after(() => rmSync(folder, { recursive: true }))
const certificate = join(folder, 'root.crt')
writeFileSync(certificate, selfSigned().cert)
const words = join(folder, 'words.txt')
writeFileSync(words, 'words')

const parsed = (url: string): DatabaseAddress => {
  const address = databaseAddress(url)
  assert.ok(!('problem' in address), JSON.stringify(address))
  return address
}
const problemOf = (url: string) => {
  const address = databaseAddress(url)
  return 'problem' in address ? address.problem : undefined
}

describe('an address of the database', () => {
  const cases: [string, Partial<DatabaseAddress>][] = [
    [
      'postgresql://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write',
      {
        hosts: [
          { host: 'h1', port: 5432 },
          { host: 'h2', port: 5433 },
        ],
        login: { user: 'u', password: 'p', database: 'db' },
      },
    ],
    [
      'postgres://u:a%40b%3Ac@db.example.org/x?target_session_attrs=any',
      {
        hosts: [{ host: 'db.example.org', port: 5432 }],
        login: { user: 'u', password: 'a@b:c', database: 'x' },
      },
    ],
    [
      'postgresql://u@[::1]:6000,h2/x',
      {
        hosts: [
          { host: '::1', port: 6000 },
          { host: 'h2', port: 5432 },
        ],
      },
    ],
    ['postgresql://u@/x?host=%2Frun%2Fpg', { hosts: [{ host: '/run/pg', port: 5432 }] }],
    ['postgresql://%2Frun%2Fpg/x', { hosts: [{ host: '/run/pg', port: 5432 }] }],
    [
      'postgresql:///x?host=a,b&port=1,2&user=u&password=p',
      {
        hosts: [
          { host: 'a', port: 1 },
          { host: 'b', port: 2 },
        ],
        login: { user: 'u', password: 'p', database: 'x' },
      },
    ],
    [
      'postgresql:///x?host=a,b&port=7',
      {
        hosts: [
          { host: 'a', port: 7 },
          { host: 'b', port: 7 },
        ],
      },
    ],
    ['postgresql://u:a@b@h/x', { login: { user: 'u', password: 'a@b', database: 'x' } }],
    ['postgresql://u@/x', { hosts: [{ host: 'localhost', port: 5432 }] }],
    [
      'postgresql://h/x?user=u&password=a+b%2Bc%20d',
      { login: { user: 'u', password: 'a+b+c d', database: 'x' } },
    ],
    ['postgresql://u@h/x?options=-c%20a%3Db', { login: { user: 'u', database: 'x', options: '-c a=b' } }],
  ]
  for (const [url, expected] of cases)
    test(url, () => {
      const address = parsed(url)
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(address[name as keyof DatabaseAddress], value)
    })

  const wrong: [string, RegExp][] = [
    ['mysql://h/x', /^must be an address such as postgresql:\/\//],
    ['localhost', /^must be an address such as/],
    ['postgresql://h:abc/x', /^has the port "abc", which is no number from 1 to 65535$/],
    ['postgresql://h:70000/x', /^has the port "70000"/],
    ['postgresql://u:100%@h/x', /^has a % that starts no escape: write %25 for it$/],
    ['postgresql:///x?host=a,b,c&port=1,2', /^names 3 hosts and 2 ports$/],
    ['postgresql://h/x?ssl=true', /^has the parameter ssl: known are host, .*sslmode/],
    ['postgresql://h/x?sslmode=allow', /^has sslmode=allow: it must be disable, prefer, /],
    ['postgresql://h/x?sslmode=verify-ca', /^has sslmode=verify-ca, which needs sslrootcert /],
    [
      'postgresql://h/x?sslmode=require&sslrootcert=system',
      /^has sslrootcert=system, which needs sslmode=verify-full$/,
    ],
    [
      'postgresql://h/x?sslmode=verify-full&sslrootcert=/none.crt',
      /^names \/none\.crt as sslrootcert, which cannot be read$/,
    ],
    [
      `postgresql://h/x?sslmode=verify-full&sslrootcert=${words}`,
      /as sslrootcert, which holds no certificate$/,
    ],
    [
      'postgresql://h1,h2/x?target_session_attrs=standby',
      /^has target_session_attrs=standby, but the portal writes: /,
    ],
  ]
  for (const [url, problem] of wrong)
    test(`refused: ${url}`, () => assert.match(problemOf(url) ?? '', problem))

  test('sslmode means what libpq means by it', () => {
    const modes: [string, DatabaseAddress['tls'], Record<string, unknown>][] = [
      ['', 'prefer', { rejectUnauthorized: false }],
      ['sslmode=disable', 'off', {}],
      ['sslmode=prefer', 'prefer', { rejectUnauthorized: false }],
      ['sslmode=require', 'on', { rejectUnauthorized: false }],
      ['sslmode=verify-full', 'on', {}],
      ['sslmode=verify-full&sslrootcert=system', 'on', {}],
    ]
    for (const [query, tls, tlsOptions] of modes) {
      const address = parsed(`postgresql://h/x?${query}`)
      assert.deepEqual([address.tls, address.tlsOptions], [tls, tlsOptions], query)
    }
    // With a file of certificate authorities, `require` checks the authority, but not the server's name.
    for (const mode of ['require', 'verify-ca']) {
      const { tls, tlsOptions } = parsed(`postgresql://h/x?sslmode=${mode}&sslrootcert=${certificate}`)
      assert.deepEqual([tls, Object.keys(tlsOptions)], ['on', ['ca', 'checkServerIdentity']])
    }
    const { tlsOptions } = parsed(`postgresql://h/x?sslmode=verify-full&sslrootcert=${certificate}`)
    assert.deepEqual(Object.keys(tlsOptions), ['ca'])
  })
})
