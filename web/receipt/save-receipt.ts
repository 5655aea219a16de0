import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { giveFile } from '../save-file.ts'

/** Gives the receipt to the person as a JSON file, whole and as it was signed: /verify takes it back. */
export const saveReceipt = (receipt: Receipt): void =>
  giveFile(new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }), `receipt-${receipt.reference_number}.json`)
