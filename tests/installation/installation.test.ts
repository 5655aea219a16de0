import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { acceptInstallation, checkInstallation } from '../../server/installation/installation.ts'
import { codeVersion } from '../../server/installation/version.ts'
import { readSecrets, secretsFrom } from '../../server/secrets.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { configKeepingMail } from '../support/config.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { A_TUESDAY } from '../support/portal.ts'

const SENT = {
  PUBLIC_URL: 'https://jobs.example.org',
  SMTP_URL: 'smtp://user:secret@127.0.0.1:9',
  MAIL_FROM: 'Jobs <jobs@example.org>',
}
const BUCKET = {
  STORAGE_URL: 's3://files/portal?region=eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'key',
}

describe('machines on one database have the same settings', () => {
  let database: Fresh
  let db: Db
  before(async () => {
    database = await freshDatabase()
    db = connect(database.portalUrl, { connections: 1 })
  })
  after(async () => {
    await db.close()
    await database.drop()
  })
  const receiptKey = receiptKeyFrom(makeReceiptKey(), 'jobs.example.org/log')
  const machine = (
    env: Record<string, string> = {},
    own: { secret?: number; key?: typeof receiptKey } = {},
  ) => ({
    config: configKeepingMail({ ...SENT, ...BUCKET, ...env }),
    secrets: secretsFrom(Buffer.alloc(32, own.secret ?? 1)),
    receiptKey: own.key ?? receiptKey,
    db,
    now: () => A_TUESDAY,
  })
  type Machine = ReturnType<typeof machine>
  const start = (deps: Machine) => checkInstallation(deps, { embedded: false })

  test('the first start stores them; a second machine with the same settings starts', async () => {
    await start(machine())
    await start(machine())
    // The mail server and its password may differ between machines. Only these are compared: whether emails
    // are sent, and the sender.
    await start(machine({ SMTP_URL: 'smtp://user:changed@127.0.0.2:9' }))
  })
  const differing: [string, () => Machine][] = [
    ['SECRET_KEY_FILE .or secret.key in DATA_DIR. holds another key', () => machine({}, { secret: 2 })],
    [
      'RECEIPT_KEY_FILE .or receipts.key in DATA_DIR. holds another key',
      () => machine({}, { key: receiptKeyFrom(makeReceiptKey(), 'jobs.example.org/log') }),
    ],
    ['PUBLIC_URL is another address', () => machine({ PUBLIC_URL: 'https://other.example.org' })],
    [
      'STORAGE_URL names another place',
      () => machine({ STORAGE_URL: 's3://others/portal?region=eu-west-1' }),
    ],
    ['SMTP_URL or MAIL_FROM', () => machine({ MAIL_FROM: 'Jobs <other@example.org>' })],
  ]
  for (const [sentence, deps] of differing)
    test(`a start that differs is stopped, with one sentence: ${sentence}`, async () => {
      await assert.rejects(
        () => start(deps()),
        new RegExp(`^Error: ${sentence}.* than the other machines on this database: .*installation accept`),
      )
    })
  test('an embedded database serves one machine: it may change as it likes', async () => {
    const changed = machine({ PUBLIC_URL: 'https://moved.example.org' })
    await checkInstallation(changed, { embedded: true })
    await start(changed)
  })
  test('after a change on purpose on one machine, the other machines are the ones that differ', async () => {
    const changed = machine({ PUBLIC_URL: 'https://again.example.org' })
    await assert.rejects(() => start(changed), /PUBLIC_URL/)
    assert.equal(await acceptInstallation(changed), 1)
    await start(changed)
    await assert.rejects(() => start(machine()), /PUBLIC_URL/)
    assert.equal(await acceptInstallation(changed), 0)
  })
  test('fingerprints reveal nothing, because another secret key gives other fingerprints', async () => {
    const rows = await db.rows<{ fingerprint: Buffer }>(sql`select fingerprint from installation`)
    assert.equal(new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex'))).size, rows.length)
    assert.equal(
      await acceptInstallation(machine({ PUBLIC_URL: 'https://again.example.org' }, { secret: 3 })),
      5,
    )
  })
  test('a version names the code', () => assert.match(codeVersion(), /^\d+\.\d+\.\d+-[\da-f]{8}$/))
})

describe('T31 SECRET_KEY_FILE', () => {
  let folder: string
  before(() => void (folder = mkdtempSync(join(tmpdir(), 'portal-secret-'))))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const read = (secretKeyFile: string) => readSecrets({ dataDir: folder, secretKeyFile })

  test('the file is read, and never made, because a second machine would make another key', () => {
    const file = join(folder, 'shared.key')
    assert.throws(() => read(file), /^Error: SECRET_KEY_FILE is .*shared\.key, where there is no file\.$/)
    writeFileSync(file, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    assert.deepEqual(read(file).hmac('any', 'text'), secretsFrom(Buffer.alloc(32, 0xab)).hmac('any', 'text'))
  })
  test('a file that others may read, or that has no key, stops the start', () => {
    const file = join(folder, 'bad.key')
    writeFileSync(file, 'zz'.repeat(32), { mode: 0o600 })
    assert.throws(() => read(file), /must hold 64 hexadecimal digits/)
    chmodSync(file, 0o644)
    assert.throws(() => read(file), /chmod 600/)
  })
})
