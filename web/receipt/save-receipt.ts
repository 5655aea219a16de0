import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { giveFile } from '../save-file.ts'

/** Saves the receipt as a JSON file, complete and as it was signed: /verify accepts it. */
export const saveReceipt = (receipt: Receipt): void =>
  giveFile(
    new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
    `receipt-${[receipt.reference_number, receipt.version].filter(Boolean).join('-')}.json`,
  )
