import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError } from '../../server/config.ts'
import { canonical } from '#contract/canonical.ts'
import { countersignEarlierKey, NotAKey } from '../../server/transparency/earlier-keys.ts'
import {
  makeReceiptKey,
  originOf,
  type ReceiptKey,
  readReceiptKey,
  receiptKeyFrom,
  vkeyOf,
} from '../../server/transparency/key.ts'
import { entryBytes, leafDigest, newSalt } from '../../server/transparency/leaf.ts'
import { receiptVerifies, signReceipt } from '../../server/transparency/sign.ts'
import { configKeepingMail } from '../support/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-key-'))
after(() => rmSync(folder, { recursive: true }))
const configOf = (more: Record<string, string> = {}) =>
  configKeepingMail({ DATA_DIR: join(folder, 'data'), ...more })

describe("the commission's key", () => {
  test('is made once, for its owner alone', () => {
    const first = readReceiptKey(configOf())
    const file = join(folder, 'data/receipts.key')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, 'utf8'), /^-----BEGIN PRIVATE KEY-----/)
    assert.equal(readReceiptKey(configOf()).vkey, first.vkey)
  })
  test('RECEIPT_KEY_FILE names another; one that others may read, that is none, or is not there, is refused', () => {
    const file = join(folder, 'given.pem')
    const pem = makeReceiptKey()
    writeFileSync(file, pem, { mode: 0o600 })
    const config = configOf({ RECEIPT_KEY_FILE: file })
    assert.equal(readReceiptKey(config).pem, receiptKeyFrom(pem, 'x').pem)
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(file, mode)
      assert.throws(
        () => readReceiptKey(config),
        new ConfigError(`${file} can be read by others: run chmod 600 on it.`),
      )
    }
    chmodSync(file, 0o600)
    const others = [
      '',
      'words',
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ]
    for (const content of others) {
      writeFileSync(file, content)
      assert.throws(() => readReceiptKey(config), /must hold a private Ed25519 key in PEM/)
    }
    assert.throws(() => readReceiptKey(configOf({ RECEIPT_KEY_FILE: folder })), /where there is no file/)
    assert.throws(
      () => readReceiptKey(configOf({ RECEIPT_KEY_FILE: join(folder, 'none') })),
      /where there is no file/,
    )
  })
  test('a place that cannot be looked at, and a file of earlier keys that cannot be read, are named with the reason', () => {
    const loop = join(folder, 'loop.pem')
    symlinkSync(loop, loop)
    assert.throws(
      () => readReceiptKey(configOf({ RECEIPT_KEY_FILE: loop })),
      new ConfigError(`${loop} cannot be read (ELOOP).`),
    )
    const file = join(folder, 'with-earlier.pem')
    writeFileSync(file, makeReceiptKey(), { mode: 0o600 })
    mkdirSync(`${file}.earlier`)
    assert.throws(
      () => readReceiptKey(configOf({ RECEIPT_KEY_FILE: file })),
      new ConfigError(`${file}.earlier cannot be read (EISDIR).`),
    )
  })
  test('the log is named after the public address, or else after the organisation', () => {
    assert.equal(originOf(configOf({ PUBLIC_URL: 'https://jobs.example.org' })), 'jobs.example.org/log')
    assert.equal(originOf(configOf()), 'iebc.localhost/log')
    assert.equal(originOf(configOf({ ORG_ACRONYM: 'A + B' })), 'a-b.localhost/log')
  })
  test('C2SP signed-note: the verifier key of a published example', () => {
    // golang.org/x/mod/sumdb/note: PeterNeumann's key.
    const publicBytes = Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1)
    assert.equal(
      vkeyOf('PeterNeumann', publicBytes),
      'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    )
  })
})

describe('earlier keys', () => {
  const pems = [makeReceiptKey(), makeReceiptKey(), makeReceiptKey()]
  const [first, second, third] = pems.map((pem) => receiptKeyFrom(pem, 'jobs.example.org/log')) as [
    ReceiptKey,
    ReceiptKey,
    ReceiptKey,
  ]
  const keyFile = join(folder, 'receipts.key')
  const reread = (earlier: string) => receiptKeyFrom(pems[2] ?? '', 'jobs.example.org/log', earlier)

  test('the present key is trusted under each name it ever had; no other key is', () => {
    assert.deepEqual(third.findTrusted(third.name), third.publicBytes)
    assert.deepEqual(
      third.findTrusted(receiptKeyFrom(pems[2] ?? '', 'iebc.localhost/log').name),
      third.publicBytes,
    )
    for (const name of [first.name, '', '+', `${third.name}0`, third.name.slice(0, -1)])
      assert.equal(third.findTrusted(name), undefined, name)
  })
  test('each is countersigned by its successor, in a file beside the key; the chain may be as long as it needs to', () => {
    assert.equal(countersignEarlierKey(second, keyFile, pems[0] ?? ''), true)
    assert.equal(countersignEarlierKey(third, keyFile, second.pem), true)
    const text = readFileSync(`${keyFile}.earlier`, 'utf8')
    assert.deepEqual(
      [first, second].map(({ name }) => reread(text).findTrusted(name)),
      [first.publicBytes, second.publicBytes],
    )
    assert.equal(countersignEarlierKey(third, keyFile, first.pem), false, 'known already')
    assert.equal(readFileSync(`${keyFile}.earlier`, 'utf8'), text)
  })
  test('a line that was changed, or that a stranger signed, makes nothing trusted', () => {
    const [firstId = '', two = ''] = readFileSync(`${keyFile}.earlier`, 'utf8').trim().split('\n')
    const stranger = receiptKeyFrom(makeReceiptKey(), 'jobs.example.org/log')
    const strangers = join(folder, 'stranger.key')
    countersignEarlierKey(stranger, strangers, first.pem)
    const [key, by, signature] = two.split(' ')
    const lines = [
      firstId,
      readFileSync(`${strangers}.earlier`, 'utf8'),
      `${first.publicBytes.toString('base64')} ${by} ${signature}`,
      `${key} ${by} ${Buffer.alloc(64).toString('base64')}`,
      `${key} ${by}`,
      'words',
      ...Array.from({ length: 200 }, () => two.replace(/^./, 'A')),
    ]
    for (const line of lines) assert.equal(reread(line).findTrusted(first.name), undefined, line)
    assert.equal(reread([firstId, '', two, '', 'words'].join('\n')).findTrusted(first.name)?.length, 32)
  })
  test('a file that holds no Ed25519 key is refused', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    }) as string
    for (const pem of ['', 'words', rsa])
      assert.throws(() => countersignEarlierKey(third, keyFile, pem), NotAKey)
  })
})

describe('a receipt', () => {
  const receiptKey = receiptKeyFrom(makeReceiptKey(), 'jobs.example.org/log')
  const unsigned = {
    reference_number: 'K7-4TR9XM-P',
    name: 'Wanjikũ Ng’ang’a',
    submitted_at: '2026-11-24T11:02:00.000Z',
    digest: 'ab'.repeat(32),
  }
  test('is signed by Ed25519 over its canonical JSON with the name of the key', () => {
    const signed = signReceipt({ receiptKey }, unsigned)
    assert.match(signed.key, /^jobs\.example\.org\/log\+[0-9a-f]{8}$/)
    const bytes = Buffer.from(canonical({ ...unsigned, key: signed.key }))
    assert.ok(verify(null, bytes, createPublicKey(receiptKey.pem), Buffer.from(signed.signature, 'base64')))
    assert.ok(receiptVerifies(receiptKey.publicBytes, { ...unsigned, ...signed }))
  })
  test('changed in any place, cut or lengthened, is not genuine', () => {
    const receipt: Record<string, unknown> = { ...unsigned, ...signReceipt({ receiptKey }, unsigned) }
    for (const name of Object.keys(receipt)) {
      // The signature may have a space at its end, because base64 ignores spaces.
      assert.ok(
        !receiptVerifies(receiptKey.publicBytes, { ...receipt, [name]: `${String(receipt[name])} ` }) ||
          name === 'signature',
        name,
      )
      const { [name]: _, ...cut } = receipt
      assert.ok(!receiptVerifies(receiptKey.publicBytes, cut), name)
    }
    assert.ok(!receiptVerifies(receiptKey.publicBytes, { ...receipt, more: true }))
    for (const signature of ['', 'AAAA', Buffer.alloc(64).toString('base64'), 7])
      assert.ok(!receiptVerifies(receiptKey.publicBytes, { ...receipt, signature }))
    assert.ok(!receiptVerifies(receiptKeyFrom(makeReceiptKey(), 'x').publicBytes, receipt))
  })
})

describe('the leaf of a submission', () => {
  const [salt, digest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const entry = { salt, digest, reference: 'K7-4TR9XM-P', submittedAt: new Date('2026-11-24T11:02:00Z') }
  test('is SHA-256(salt || digest || reference || submitted_at)', () => {
    const bytes = Buffer.concat([salt, digest, Buffer.from('K7-4TR9XM-P2026-11-24T11:02:00.000Z')])
    assert.deepEqual(leafDigest(entry), createHash('sha256').update(bytes).digest())
    assert.throws(() => leafDigest({ ...entry, salt: Buffer.alloc(16) }), RangeError)
    assert.equal(newSalt().length, 32)
  })
  test('its entry holds the kind, the time and the salted digest, byte for byte (decisions#signed-names)', () => {
    assert.equal(
      entryBytes({ kind: 'submission', at: entry.submittedAt, digest }).toString(),
      `{"at":"2026-11-24T11:02:00.000Z","digest":"${'02'.repeat(32)}","kind":"submission"}`,
    )
  })
})
