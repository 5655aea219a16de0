import type { Witness } from '../config-forms.ts'
import type { VerifierKey } from '../verifier-keys.ts'
import { verifies } from './ed25519.ts'
import { KEY_ID_BYTES } from './note.ts'

// A cosignature has eight bytes of time, in seconds since 1970, then the signature (C2SP tlog-cosignature).
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64
const COSIGNATURE_BYTES = TIME_BYTES + SIGNATURE_BYTES

const secondsOf = (cosignature: Buffer) => cosignature.readBigUInt64BE(0)

/** The time, by the witness's own clock, at which the witness signed. */
export const cosignedAt = (cosignature: Buffer): Date => new Date(Number(secondsOf(cosignature)) * 1_000)

/**
 * True when the owner of the key cosigned the checkpoint that has this text. A cosignature with a time beyond
 * the range of a Date is not accepted.
 */
export const cosignatureVerifies = (publicBytes: Buffer, text: string, cosignature: Buffer): boolean =>
  cosignature.length === COSIGNATURE_BYTES &&
  !Number.isNaN(cosignedAt(cosignature).getTime()) &&
  verifies(
    publicBytes,
    Buffer.from(`cosignature/v1\ntime ${secondsOf(cosignature)}\n${text}`),
    cosignature.subarray(TIME_BYTES),
  )

/** The line of a signed note that contains the cosignature, with its line end. */
export const cosignatureLine = ({ name, id }: VerifierKey, cosignature: Buffer): string =>
  `— ${name} ${Buffer.concat([Buffer.from(id, 'hex'), cosignature]).toString('base64')}\n`

/** Reads this witness's cosignature from a line of a note; undefined when the line is for another key. */
export function cosignatureIn(line: string, { name, id }: VerifierKey): Buffer | undefined {
  const [dash, lineName, encoded = ''] = line.split(' ')
  if (dash !== '—' || lineName !== name) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.subarray(0, KEY_ID_BYTES).toString('hex') === id ? bytes.subarray(KEY_ID_BYTES) : undefined
}

/** The valid cosignature of a witness in the lines of its answer; undefined when there is none. */
export const validCosignature = (witness: Witness, text: string, lines: string[]): Buffer | undefined =>
  lines
    .map((line) => cosignatureIn(line, witness))
    .find((cosignature) => cosignature && cosignatureVerifies(witness.publicBytes, text, cosignature))
