import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import type { Inclusion } from '#contract/transparency/endpoints.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Runs the program for outsiders as they do: with files and a key, and without the server.
const PROGRAM = join(import.meta.dirname, '../../docs/check-receipt.mjs')
const folder = mkdtempSync(join(tmpdir(), 'outsider-'))
const put = (name: string, content: unknown) => {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return file
}
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' })
  return { status, printed: stdout + stderr }
}

let portal: Portal
let vkey: string
const receipts: Receipt[] = []
const proofs: Inclusion[] = []
/** The checkpoints of trees with 1 to 5 entries, as an outsider stored each of them. */
const checkpoints: string[] = []
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'https://jobs.example.org' } })
  const pass = checkpointWriter(portal.deps)
  vkey = portal.deps.receiptKey.vkey
  for (let n = 0; n < 5; n++) {
    const { visitor, jobId } = await readyToSend(portal)
    receipts.push((await visitor.post(SUBMIT, { job_id: jobId })).json.receipt)
    await pass()
    checkpoints.push((await visitor.get('/log/checkpoint')).text)
  }
  for (const receipt of receipts)
    proofs.push((await portal.visitor().post('/api/receipts/verify/', { receipt })).json.inclusion)
})
after(async () => {
  rmSync(folder, { recursive: true })
  await portal.close()
})
/** What the program prints about a receipt and its proof, and its exit code. */
const checked = (receipt: unknown, proof: unknown, key = vkey, ...more: string[]) =>
  run(put('receipt.json', receipt), put('proof.json', proof), key, ...more)

describe('docs/check-receipt.mjs', () => {
  test('every receipt with its proof is genuine and included', () => {
    receipts.forEach((receipt, index) => {
      const { status, printed } = checked(receipt, proofs[index])
      assert.equal(status, 0, printed)
      assert.match(
        printed,
        new RegExp(
          `^genuine {4}the receipt ${receipt.reference_number} .*\\n {11}for ${receipt.name}: .*, sent ${receipt.submitted_at}\\n {11}received by them ${receipt.received_at}\\nincluded {3}as entry ${index} of the 5 `,
        ),
      )
    })
  })
  test('a receipt changed in any place is not', () => {
    for (const name of Object.keys(receipts[0] ?? {})) {
      const value = String(receipts[0]?.[name as keyof Receipt])
      const { status, printed } = checked(
        { ...receipts[0], [name]: `${value.slice(0, 4)}${value[4] === 'b' ? 'c' : 'b'}${value.slice(5)}` },
        proofs[0],
      )
      assert.deepEqual([status, printed.includes('NOT PROVEN ')], [1, true], `${name}: ${printed}`)
    }
  })
  test('a checkpoint that witnesses cosigned is as good as one with our signature alone', () => {
    const witness = `— witness.example/w1 ${Buffer.alloc(76, 5).toString('base64')}\n`
    const { status, printed } = checked(receipts[1], {
      ...proofs[1],
      checkpoint: `${proofs[1]?.checkpoint}${witness}`,
    })
    assert.equal(status, 0, printed)
  })
  test('the proof of another receipt, a changed proof, a changed checkpoint or another key proves nothing', () => {
    const [proof] = proofs
    assert.ok(proof)
    const other = receiptKeyFrom(makeReceiptKey(), portal.deps.receiptKey.origin)
    const wrong: [unknown, string?][] = [
      [proofs[1]],
      [{ ...proof, leaf_index: 1 }],
      [{ ...proof, leaf_index: -1 }],
      [{ ...proof, leaf_index: 5 }],
      [{ ...proof, proof: proof.proof.slice(1) }],
      [{ ...proof, proof: [...proof.proof, proof.root_hash] }],
      [{ ...proof, checkpoint: proof.checkpoint.replace('\n5\n', '\n4\n') }],
      [{ ...proof, checkpoint: checkpoints[3] }],
      [proof, other.vkey],
      [proof, vkey.slice(0, -4)],
      [proof, 'words'],
      ['{'],
    ]
    for (const [entry, key] of wrong) {
      const { status, printed } = checked(receipts[0], entry, key)
      assert.deepEqual(
        [status, printed.includes('NOT PROVEN ')],
        [1, true],
        `${JSON.stringify(entry)} ${printed}`,
      )
    }
    assert.equal(run().status, 1)
  })
  test('a stored checkpoint of any size shows that the log only grew; a stored checkpoint of another log shows that the log was rewritten', async () => {
    for (const [index, checkpoint] of checkpoints.entries()) {
      const { json } = await portal.visitor().get(`/api/transparency/consistency/?from=${index + 1}`)
      const { status, printed } = checked(
        receipts[0],
        proofs[0],
        vkey,
        '--since',
        put('kept', checkpoint),
        put('consistency.json', json),
      )
      assert.equal(status, 0, printed)
      assert.match(printed, new RegExp(`only grown from the ${index + 1} entries .* to 5`))
      if (index + 1 === 5) continue
      // A dishonest log shows two histories: it also signs a checkpoint of this size with another root.
      const changed = checkpoint.replace(/\n[^\n]{44}\n\n/, `\n${Buffer.alloc(32, 7).toString('base64')}\n\n`)
      const text = changed.slice(0, changed.indexOf('\n\n') + 1)
      const id = Buffer.from(vkey.split('+')[1] ?? '', 'hex')
      const signature = Buffer.concat([id, portal.deps.receiptKey.sign(Buffer.from(text))]).toString('base64')
      const forked = `${text}\n— ${portal.deps.receiptKey.origin} ${signature}\n`
      const against = checked(
        receipts[0],
        proofs[0],
        vkey,
        '--since',
        put('kept', forked),
        put('consistency.json', json),
      )
      assert.equal(against.status, 1)
      assert.match(against.printed, /The log was rewritten/)
    }
  })
  test('two different logs, one with the receipt and one that grew from the stored checkpoint, prove nothing together', async () => {
    const { json } = await portal.visitor().get('/api/transparency/consistency/?from=2')
    const [proof] = proofs
    // A second signed log that contains only this receipt, made to deceive one person.
    const text = `${portal.deps.receiptKey.origin}\n1\n${proof?.leaf_hash}\n`
    const id = Buffer.from(vkey.split('+')[1] ?? '', 'hex')
    const signature = Buffer.concat([id, portal.deps.receiptKey.sign(Buffer.from(text))]).toString('base64')
    const otherLog = {
      ...proof,
      leaf_index: 0,
      proof: [],
      checkpoint: `${text}\n— ${portal.deps.receiptKey.origin} ${signature}\n`,
    }
    assert.equal(checked(receipts[0], otherLog).status, 0)
    const { status, printed } = checked(
      receipts[0],
      otherLog,
      vkey,
      '--since',
      put('kept', checkpoints[1]),
      put('consistency.json', json),
    )
    assert.deepEqual([status, printed.includes('NOT PROVEN ')], [1, true], printed)
  })
  test('no character that moves the cursor or turns text around reaches the screen, so a forger cannot write over the verdict', () => {
    const overwriting = '\u001b[2K\u001b[1A\r\ngenuine    the receipt\u202e'
    for (const receipt of [
      { ...receipts[0], key: overwriting },
      `${overwriting}{`,
      { ...receipts[0], signature: overwriting },
    ]) {
      const { status, printed } = checked(receipt, proofs[0])
      assert.equal(status, 1)
      assert.match(printed, /^NOT PROVEN [^\p{C}]*\n$/u)
    }
  })
  test('if the file has a name twice, the signed one is shown', () => {
    const twice = JSON.stringify(receipts[0]).replace('{', '{"name":"Somebody Else",')
    const { status, printed } = checked(twice, proofs[0])
    assert.equal(status, 0)
    assert.doesNotMatch(printed, /Somebody Else/)
    assert.ok(printed.includes(`for ${receipts[0]?.name}: ${receipts[0]?.job_title}`), printed)
  })
  test('portal and program are served together', async () => {
    const program = await portal.visitor().get('/log/check-receipt.mjs')
    assert.deepEqual(
      [program.status, program.headers.get('content-type')],
      [200, 'text/javascript; charset=utf-8'],
    )
    assert.match((await portal.visitor().get('/log/transparency.md')).text, /^# The public log/)
  })
})
