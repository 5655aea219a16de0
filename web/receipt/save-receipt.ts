import type { Receipt } from '#contract/job-applications.ts'

/** Gives the receipt to the person as a JSON file, whole and as it was signed: /verify takes it back. */
export function saveReceipt(receipt: Receipt): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `receipt-${receipt.reference_number}.json`
  link.click()
  // The browser has opened it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
