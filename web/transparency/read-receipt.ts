/** A receipt is much smaller, so a larger file is not read at all. */
const MAX_BYTES = 16_000
const REVOKE_AFTER_MS = 60_000

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((part) => typeof part === 'string')

/** Reads the receipt from a file; undefined if the file has none. Every receipt has a signature. */
export async function readReceipt(file: Blob): Promise<Record<string, string> | undefined> {
  if (file.size > MAX_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(await file.text())
    return isTextRecord(value) && 'signature' in value ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads the reference number and the digest from the address in a receipt's QR code:
 * `#r=K7-4TR9XM-P&d=5f8a...`. Undefined if one of them is missing.
 */
export function receiptFromFragment(
  fragment: string,
): { reference_number: string; digest: string } | undefined {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const [reference_number, digest] = [parameters.get('r'), parameters.get('d')]
  return reference_number && digest ? { reference_number, digest } : undefined
}

/** Lets the person save a value as a JSON file. */
export function saveJson(name: string, value: unknown): void {
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file within this time. If its address were freed earlier, the download could fail.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}
