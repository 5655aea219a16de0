import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { BeaconChain } from '#contract/selection-rules/rule.ts'

/**
 * A round of drand, the public randomness service, in the form in which its API sends it. Each drand chain
 * signs the number of each round. The values are hexadecimal; the signature is a point of the curve's G1.
 */
export const beaconShape = z.object({
  round: z.int().check(z.minimum(1)),
  randomness: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})
export type Beacon = z.output<typeof beaconShape>

/** The tag that drand mixes into each message before it signs. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const ROUND_BYTES = 8
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** The bytes that the chain signs for a round: SHA-256 of the round's number in eight bytes, big-endian. */
function messageOf(round: number): Uint8Array {
  const bytes = Buffer.alloc(ROUND_BYTES)
  bytes.writeBigUInt64BE(BigInt(round))
  return Uint8Array.from(createHash('sha256').update(bytes).digest())
}

/**
 * When drand makes a round. Round 1 comes at `genesis_time`, the others every `period`; both are in seconds.
 */
export const timeOfRound = ({ genesis_time: genesis, period }: BeaconChain, round: number): Date =>
  new Date((genesis + (round - 1) * period) * 1_000)

/** The first round that drand makes at this time or later. */
export const roundFrom = ({ genesis_time: genesis, period }: BeaconChain, time: Date): number =>
  Math.max(1, Math.ceil((time.getTime() / 1_000 - genesis) / period) + 1)

/**
 * Whether the chain made this round: its signature is valid, and its randomness is the signature's SHA-256.
 * The library of the curve is imported here, not at the top, because that would slow down every start.
 */
export async function isGenuine(
  chain: BeaconChain,
  { round, randomness, signature }: Beacon,
): Promise<boolean> {
  const expectedRandomness = createHash('sha256').update(bytesOf(signature)).digest('hex')
  if (expectedRandomness !== randomness) return false
  const { bls12_381 } = await import('@noble/curves/bls12-381.js')
  const { shortSignatures: scheme } = bls12_381
  try {
    const point = scheme.hash(messageOf(round), DOMAIN)
    return scheme.verify(bytesOf(signature), point, bytesOf(chain.public_key))
  } catch {
    // The library throws for a signature that is no point of the curve.
    return false
  }
}

/** The address of a round, at drand's own relay or at another. `chainHash` is drand's name for the chain. */
export const addressOfRound = (chainHash: string, round: number, relay = 'https://api.drand.sh') =>
  `${relay}/${chainHash}/public/${round}`
