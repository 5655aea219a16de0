import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { canonical } from '#contract/canonical.ts'
import { verifies } from './ed25519.ts'

/** The bytes that a receipt's signature covers: the whole receipt except the signature itself. */
const signedBytes = ({ signature: _signature, ...receipt }: Record<string, unknown>) =>
  Buffer.from(canonical(receipt))

/**
 * Signs a receipt: Ed25519 over the canonical JSON (RFC 8785) of `unsigned` plus the key's name as `key`. The
 * caller must add both returned values to the receipt. `signature` is in base64.
 */
export function signReceipt(
  deps: Pick<Deps, 'receiptKey'>,
  unsigned: Record<string, unknown>,
): { signature: string; key: string } {
  const key = deps.receiptKey.name
  return { signature: deps.receiptKey.sign(signedBytes({ ...unsigned, key })).toString('base64'), key }
}

/** Parses a stored receipt. Returns an empty object when it is not valid JSON. */
export const readReceipt = (text: string): Record<string, string> => {
  try {
    const receipt: Record<string, string> = JSON.parse(text)
    return receipt
  } catch {
    return {}
  }
}

/** True when the owner of the key signed this receipt with all its names and values. */
export const receiptVerifies = (publicBytes: Buffer, receipt: Record<string, unknown>): boolean =>
  typeof receipt['signature'] === 'string' &&
  verifies(publicBytes, signedBytes(receipt), Buffer.from(receipt['signature'], 'base64'))

/**
 * The address of the page that checks a receipt. Receipts add the fragment `#r=REFERENCE&d=DIGEST`, which
 * browsers never send to a server.
 */
export const verifyAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/verify`
