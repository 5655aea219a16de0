import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { referenceFrom } from '#contract/job-applications/reference-numbers.ts'
import { VERIFY_WORDS } from '#contract/transparency/words.ts'
import { canonical } from '#contract/canonical.ts'
import { countersignEarlierKey, readEarlierKeys } from '../../server/transparency/earlier-keys.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { leafDigest } from '../../server/transparency/leaf.ts'
import { record } from '../../server/transparency/record.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { signReceipt } from '../../server/transparency/sign.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { insertKey } from '../../server/transparency/store.ts'
import { rootByInclusion } from '../../server/transparency/tree.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { leafOf, openNote, treeOf } from '../support/naive-log.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Answer } from '../support/visitor.ts'

// Anyone can check a receipt: whether the portal signed it, and whether its entry is in the public log.

const VERIFY = '/api/receipts/verify/'

let portal: Portal
let writeCheckpoint: () => Promise<void>
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'https://jobs.example.org' } })
  writeCheckpoint = checkpointWriter(portal.deps)
  await writeCheckpoint()
})
after(() => portal.close())

/** A person submits an application. Returns the receipt. */
async function submitted(): Promise<Receipt> {
  const { visitor, jobId } = await readyToSend(portal)
  const answer = await visitor.post(SUBMIT, { job_id: jobId })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.receipt
}
const check = (body: unknown): Promise<Answer> => portal.visitor().post(VERIFY, body)
/** Changes one row with the rights of the database's owner, in a mode in which no trigger runs. */
async function changeRow(statement: string, values: unknown[]) {
  const owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
  await owner.query("set session_replication_role = 'replica'")
  assert.equal((await owner.query(statement, values)).rowCount, 1)
  await owner.end()
}
/** The portal's answer to a receipt that it did not sign. */
const notOurs = { genuine: false, included: 'no', message: VERIFY_WORDS.notSigned, inclusion: null }
const commitmentOf = (receipt: Receipt) => ({
  salt: Buffer.from(receipt.salt, 'hex'),
  digest: Buffer.from(receipt.digest, 'hex'),
  reference: receipt.reference_number,
  submittedAt: new Date(receipt.submitted_at),
})
/** The two values that a person types from a printed receipt. */
const numbersOf = ({ reference_number, digest }: Receipt) => ({ reference_number, digest })

/** Checks the proof as a stranger can, from the portal's answer and its public key alone. */
function assertProves(receipt: Receipt, inclusion: Record<string, unknown>, vkey: string) {
  const claim = inclusion as {
    leaf_index: number
    tree_size: number
    entry: string
    leaf_hash: string
    proof: string[]
    checkpoint: string
    root_hash: string
  }
  const digest = createHash('sha256')
    .update(Buffer.from(receipt.salt + receipt.digest, 'hex'))
    .update(receipt.reference_number + receipt.submitted_at)
    .digest('hex')
  assert.equal(claim.entry, `{"at":"${receipt.submitted_at}","digest":"${digest}","kind":"submission"}`)
  const leaf = leafOf(claim.entry)
  assert.equal(leaf.toString('base64'), claim.leaf_hash)
  const note = openNote(claim.checkpoint, vkey)
  assert.deepEqual([note.size, note.root.toString('base64')], [claim.tree_size, claim.root_hash])
  assert.ok(claim.leaf_index >= 0 && claim.leaf_index < claim.tree_size)
  const path = claim.proof.map((hash) => Buffer.from(hash, 'base64'))
  assert.deepEqual(rootByInclusion(claim.leaf_index, claim.tree_size, leaf, path), note.root)
}

describe('the check of a receipt', () => {
  test('after a submit, the receipt is genuine at once and in the public log within a second', async () => {
    const receipt = await submitted()
    const soon = await check({ receipt })
    assert.deepEqual(soon.json, {
      genuine: true,
      included: 'waiting',
      message: VERIFY_WORDS.waiting,
      inclusion: null,
      received_at: receipt.received_at,
    })
    assert.equal(soon.headers.get('cache-control'), 'no-store')
    await appendCheckpoint(portal.deps)
    // Now a checkpoint includes the receipt, but this process has not written its files.
    assert.equal((await check({ receipt })).json.included, 'waiting')
    await writeCheckpoint()
    const { json } = await check({ receipt })
    assert.deepEqual([json.genuine, json.included, json.message], [true, 'yes', VERIFY_WORDS.included])
    assertProves(receipt, json.inclusion, portal.deps.receiptKey.vkey)
  })
  test('the receipt is signed over its canonical JSON, as anyone with the public key can check', async () => {
    const { signature, ...signed } = await submitted()
    const key = createPublicKey((await portal.visitor().get('/api/transparency/')).json.public_key)
    assert.ok(verify(null, Buffer.from(canonical(signed)), key, Buffer.from(signature, 'base64')))
  })
  test('reference and digest serve too, however they are typed, and the first 16 digits are enough', async () => {
    const receipt = await submitted()
    await writeCheckpoint()
    const whole = (await check(numbersOf(receipt))).json
    assert.deepEqual([whole.genuine, whole.included], [true, 'yes'])
    assertProves(receipt, whole.inclusion, portal.deps.receiptKey.vkey)
    const spoken = {
      reference_number: ` ${receipt.reference_number.replaceAll('-', ' ').toLowerCase()}`,
      digest: receipt.digest.toUpperCase().replace(/.{4}/g, '$& '),
    }
    assert.deepEqual((await check(spoken)).json, whole)
    assert.deepEqual(
      (await check({ ...numbersOf(receipt), digest: receipt.digest.slice(0, 16) })).json,
      whole,
    )
    assert.deepEqual((await check({ receipt })).json, whole)
  })
  test('every receipt has its own leaf, and its proof leads to the signed root', async () => {
    const receipts = [await submitted(), await submitted(), await submitted()]
    await writeCheckpoint()
    const answers = await Promise.all(
      receipts.map(async (receipt) => (await check({ receipt })).json.inclusion),
    )
    assert.equal(new Set(answers.map(({ leaf_index }) => leaf_index)).size, 3)
    const bundle = await fetch(`${portal.url}/log/tile/entries/000.p/${answers[0].tree_size}`)
    const bytes = Buffer.from(await bundle.arrayBuffer())
    const entries: Buffer[] = []
    // Two bytes before each entry hold the length of the entry.
    for (let index = 0; index < bytes.length; index += 2 + bytes.readUInt16BE(index))
      entries.push(bytes.subarray(index + 2, index + 2 + bytes.readUInt16BE(index)))
    for (const { leaf_index, entry } of answers) assert.equal(entries[leaf_index]?.toString(), entry)
    assert.equal(treeOf(entries.map(leafOf)).toString('base64'), answers[0].root_hash)
    for (const [index, receipt] of receipts.entries())
      assertProves(receipt, answers[index], portal.deps.receiptKey.vkey)
  })
  test('a receipt of an earlier key is genuine only once the present key has countersigned the earlier one', async () => {
    const receipt = await submitted()
    const before = portal.deps.receiptKey
    const pem = makeReceiptKey()
    portal.deps.receiptKey = receiptKeyFrom(pem, before.origin)
    await checkpointWriter(portal.deps)()
    assert.deepEqual((await check({ receipt })).json, notOurs)
    assert.deepEqual((await check(numbersOf(receipt))).json, notOurs)
    const keyFile = join(portal.deps.config.dataDir, 'next.key')
    assert.equal(countersignEarlierKey(portal.deps.receiptKey, keyFile, before.pem), true)
    portal.deps.receiptKey = receiptKeyFrom(pem, before.origin, readEarlierKeys(keyFile))
    for (const body of [{ receipt }, numbersOf(receipt)])
      assert.deepEqual([(await check(body)).json.genuine, (await check(body)).json.included], [true, 'yes'])
    portal.deps.receiptKey = before
    await writeCheckpoint()
  })
  test('a person who can write rows, without the signing key, cannot make a receipt that is genuine', async () => {
    const { signature: _, ...unsigned } = await submitted()
    const forger = receiptKeyFrom(makeReceiptKey(), portal.deps.receiptKey.origin)
    const made = { ...unsigned, submitted_at: '2026-01-01T00:00:00.000Z' }
    const forged = { ...made, ...signReceipt({ receiptKey: forger }, made) }
    const { db } = portal.deps
    await insertKey(db, forger.name, forger.publicBytes)
    await record(db, {
      kind: 'submission',
      digest: leafDigest(commitmentOf(forged)),
      now: new Date(forged.submitted_at),
    })
    await changeRow(
      'update submissions set receipt = $1, signature = $2, submitted_at = $3 where digest = $4',
      [
        JSON.stringify(forged),
        Buffer.from(forged.signature, 'base64'),
        forged.submitted_at,
        Buffer.from(forged.digest, 'hex'),
      ],
    )
    await writeCheckpoint()
    assert.deepEqual((await check({ receipt: forged })).json, notOurs)
    assert.deepEqual((await check(numbersOf(forged))).json, notOurs)
  })
  test('a genuine receipt in the database row of another application does not make that application genuine', async () => {
    const [first, other] = [await submitted(), await submitted()]
    await changeRow('update submissions set receipt = $1 where digest = $2', [
      JSON.stringify(first),
      Buffer.from(other.digest, 'hex'),
    ])
    assert.deepEqual((await check(numbersOf(other))).json, notOurs)
    assert.equal((await check({ receipt: other })).json.genuine, true)
  })
  test('a receipt that we signed, but whose entry is not in the log, is reported as genuine and missing', async () => {
    const { signature: _, ...receipt } = await submitted()
    const unsigned = { ...receipt, digest: 'ab'.repeat(32) }
    const { json } = await check({ receipt: { ...unsigned, ...signReceipt(portal.deps, unsigned) } })
    assert.deepEqual(json, {
      genuine: true,
      included: 'no',
      message: VERIFY_WORDS.missing,
      inclusion: null,
      received_at: receipt.received_at,
    })
  })
})

describe('the check of a receipt reveals nothing', () => {
  test('changed in any place, lengthened or signed by another, it is not genuine', async () => {
    const receipt = await submitted()
    await writeCheckpoint()
    const other = receiptKeyFrom(makeReceiptKey(), portal.deps.receiptKey.origin)
    const { signature: _, ...unsigned } = receipt
    const forgeries: Record<string, unknown>[] = [
      ...Object.entries(receipt).map(([name, value]) => ({
        ...receipt,
        [name]: `${value.slice(0, -3)}${value.endsWith('abc') ? 'abd' : 'abc'}`,
      })),
      { ...receipt, more: 'x' },
      { ...receipt, signature: '' },
      { ...unsigned, ...signReceipt({ receiptKey: other }, unsigned) },
      { ...unsigned, ...signReceipt({ receiptKey: other }, unsigned), key: receipt.key },
      unsigned,
      {},
      { ...receipt, key: `${receipt.key}\u0000` },
      { ...receipt, key: "' or true --" },
      { ...receipt, salt: '', submitted_at: 'never' },
    ]
    for (const forged of forgeries)
      assert.deepEqual((await check({ receipt: forged })).json, notOurs, JSON.stringify(forged))
  })
  test('an unknown reference, a wrong digest and a draft get the same answer', async () => {
    const receipt = await submitted()
    await writeCheckpoint()
    const wrong = receipt.digest.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'))
    const answers = [
      await check({ reference_number: referenceFrom(Buffer.alloc(8, 9)), digest: receipt.digest }),
      await check({ ...numbersOf(receipt), digest: wrong }),
      await check({ ...numbersOf(receipt), digest: wrong.slice(0, 16) }),
      await check({ ...numbersOf(await submitted()), digest: receipt.digest }),
    ]
    for (const { status, json } of answers) {
      assert.equal(status, 200)
      assert.deepEqual(json, {
        genuine: false,
        included: 'no',
        message: VERIFY_WORDS.notFound,
        inclusion: null,
      })
    }
  })
  test('an answer holds no name, no job, no salt', async () => {
    const receipt = await submitted()
    await writeCheckpoint()
    for (const body of [{ receipt }, numbersOf(receipt)]) {
      const { text } = await check(body)
      for (const hidden of [
        receipt.name,
        receipt.job_title,
        receipt.salt,
        receipt.reference_number,
        receipt.digest,
      ])
        assert.ok(!text.includes(hidden))
    }
  })
  test('a malformed reference or digest gets an error at its own field, before any query', async () => {
    const mistyped = await check({ reference_number: 'K7-4TR9XM-Q', digest: 'xyz' })
    assert.equal(mistyped.status, 422)
    assert.deepEqual(
      [mistyped.json.reference_number, mistyped.json.digest],
      [[VERIFY_WORDS.reference], [VERIFY_WORDS.digest]],
    )
    assert.deepEqual(
      (await check({ ...numbersOf(await submitted()), digest: 'abcdef012345678' })).json.digest,
      [VERIFY_WORDS.digest],
    )
  })
  test('odd bodies are refused and nothing fails', async () => {
    const odd: unknown[] = [
      [],
      'x',
      { receipt: [] },
      { receipt: 'x' },
      { receipt: { a: 1 } },
      { receipt: { a: { b: 'c' } } },
      { receipt: null },
    ]
    for (const body of odd) assert.ok([400, 422].includes((await check(body)).status), JSON.stringify(body))
    assert.equal((await check({ receipt: { a: 'x'.repeat(2_001) } })).status, 422)
    assert.equal(
      (await portal.visitor().request('POST', VERIFY, { raw: '{"receipt":{"name":"\\ud800"}}' })).status,
      422,
    )
    assert.equal(
      (await portal.visitor().request('POST', VERIFY, { raw: '{"receipt":{"__proto__":"x"}}' })).status,
      400,
    )
    assert.deepEqual(
      portal.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
  test('it may be asked so often from one network, and then asks to wait', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 301; n++)
      statuses.add((await portal.visitor().request('POST', VERIFY, { body: {}, ip: '10.9.8.7' })).status)
    assert.deepEqual([...statuses], [422, 429])
  })
})
