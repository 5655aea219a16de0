import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { canonical } from '#contract/canonical.ts'
import { verifies } from './ed25519.ts'

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

/** A receipt as it is stored; without any name in it when it cannot be read. */
export const readReceipt = (text: string): Record<string, string> => {
  try {
    return JSON.parse(text) as Record<string, string>
  } catch {
    return {}
  }
}

/** Whether the holder of the key signed this receipt, every name and value of it. */
export const receiptVerifies = (publicBytes: Buffer, receipt: Record<string, unknown>): boolean =>
  typeof receipt['signature'] === 'string' && verifies(publicBytes, signedBytes(receipt), Buffer.from(receipt['signature'], 'base64'))

/** Where a receipt is checked. A slip adds `#r=REFERENCE&d=DIGEST`: the fragment, which browsers never send to a server. */
export const verifyAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/verify`
