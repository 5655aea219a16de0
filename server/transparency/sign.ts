import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { canonical } from './canonical.ts'

/** What a signature covers: the receipt whole, but for the signature itself. */
const signedBytes = ({ signature: _, ...receipt }: Record<string, unknown>) => Buffer.from(canonical(receipt))

/**
 * Signs a receipt: Ed25519 over the canonical JSON (RFC 8785) of `unsigned` with the name of the key under `key`.
 * Both answered values belong on the receipt; `signature` is base64.
 */
export function signReceipt(deps: Pick<Deps, 'receiptKey'>, unsigned: Record<string, unknown>): { signature: string; key: string } {
  const key = deps.receiptKey.name
  return { signature: deps.receiptKey.sign(signedBytes({ ...unsigned, key })).toString('base64'), key }
}

const SPKI_BEFORE_KEY = Buffer.from('302a300506032b6570032100', 'hex')
// Reading a key costs as much as using it, and there are only ever our own few.
const keys = new Map<string, KeyObject>()
function keyOf(publicBytes: Buffer): KeyObject {
  const name = publicBytes.toString('base64')
  const key = keys.get(name) ?? createPublicKey({ key: Buffer.concat([SPKI_BEFORE_KEY, publicBytes]), format: 'der', type: 'spki' })
  keys.set(name, key)
  return key
}

/** Whether these 32 bytes of a public key, one of ours, made this Ed25519 signature. */
export const verifies = (publicBytes: Buffer, bytes: Buffer, signature: Buffer): boolean =>
  signature.length === 64 && verify(null, bytes, keyOf(publicBytes), signature)

/** Whether the holder of the key signed this receipt, every name and value of it. */
export const receiptVerifies = (publicBytes: Buffer, receipt: Record<string, unknown>): boolean =>
  typeof receipt['signature'] === 'string' && verifies(publicBytes, signedBytes(receipt), Buffer.from(receipt['signature'], 'base64'))

/** Where a receipt is checked. A slip adds `#r=REFERENCE&d=DIGEST`: the fragment, which browsers never send to a server. */
export const verifyAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/verify`
