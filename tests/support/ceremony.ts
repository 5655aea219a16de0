import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { canonical } from '#contract/canonical.ts'
import type { BeaconChain } from '#contract/selection-rules/rule.ts'
import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'
import { sendCrowd } from './sent-crowd.ts'
import type { jobStaff } from './staff-jobs.ts'

const { shortSignatures: scheme } = bls12_381
const SECRET = Uint8Array.from(Buffer.alloc(32, 7))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** A randomness beacon whose private key the tests have. */
export const CHAIN: BeaconChain = {
  hash: 'a'.repeat(64),
  public_key: hex(scheme.getPublicKey(SECRET).toBytes()),
  genesis_time: 1_700_000_000,
  period: 3,
}

/** A round of the tests' own beacon, signed as drand signs a round of quicknet. */
export function roundOf(round: number) {
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(BigInt(round))
  const message = Uint8Array.from(createHash('sha256').update(number).digest())
  const point = scheme.hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_')
  const signature = scheme.sign(point, SECRET).toBytes()
  return {
    round,
    randomness: createHash('sha256').update(signature).digest('hex'),
    signature: hex(signature),
  }
}

const CONTENT = {
  criteria: [{ fact: 'qualification', table: [{ from: 0, points: 10 }] }],
  unit: 'county',
  place: 'ward',
  seats: [{ place: 'ward:131', seats: 2 }],
  reservePercent: 50,
}

/** A public job with five applications from one ward, and with an approved rule for the tests' own beacon. */
export async function jobForSelection(
  portal: Portal,
  staff: Awaited<ReturnType<typeof jobStaff>>,
  over: Partial<typeof CONTENT> = {},
): Promise<number> {
  const content = { ...CONTENT, ...over }
  const id = await staff.draft({ vacancies: content.seats.reduce((sum, { seats }) => sum + seats, 0) })
  const path = `/api/staff/jobs/${id}/selection-rule/`
  await staff.author.visitor.request('PUT', path, { body: { content, updated_at: '' } })
  await staff.author.visitor.post(`${path}propose/`, { reason: '' })
  // A rule names the real beacon. Here the test's beacon replaces it, whose key can sign any round at once.
  const row = await portal.db.row<{ document: string }>(
    sql`select document from selection_rules where job_id = ${id}`,
  )
  const document = canonical({ ...JSON.parse(row?.document ?? '{}'), beacon: CHAIN })
  const digest = createHash('sha256').update(document).digest()
  await portal.db.run(
    sql`update selection_rules set document = ${document}, digest = ${digest} where job_id = ${id}`,
  )
  const body = { approve: true, note: '', digest: digest.toString('hex') }
  await staff.second.visitor.post(`${path}decide/`, body)
  await staff.changed(id, { kind: 'publish' })
  await sendCrowd(portal, id, ...Array.from({ length: 5 }, () => ({})))
  return id
}
