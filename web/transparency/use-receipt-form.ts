import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { typedErrors, VERIFY_WORDS } from '#contract/transparency/words.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { receiptFromFragment, readReceipt } from './read-receipt.ts'
import { type Check, useCheck } from './use-check.ts'

const EMPTY_RECEIPT = { reference_number: '', digest: '' }
/** The ids of the fields on the page that can show an error. */
const FIELDS = ['reference_number', 'digest', 'file']

/**
 * The form that checks a receipt, which is typed, scanned or read from a file. `reference`: the reference
 * number of the receipt that was checked last. `round`: how often errors were found before sending.
 */
export function useReceiptForm() {
  const { hash } = useLocation()
  const { check, sendReceipt, clear } = useCheck()
  const [typedReceipt, setTypedReceipt] = useState(EMPTY_RECEIPT)
  const [reference, setReference] = useState('')
  const [ownErrors, setOwnErrors] = useState<Record<string, string>>({})
  const [round, setRound] = useState(0)
  // Both fields can change before the page is drawn again. So each change builds on the latest values.
  const changeReceipt = (change: Partial<typeof typedReceipt>) =>
    setTypedReceipt((receipt) => ({ ...receipt, ...change }))
  const showErrors = (errors: Record<string, string>) => {
    clear()
    setOwnErrors(errors)
    setRound(round + 1)
  }
  const checkTyped = (receipt: typeof typedReceipt) => {
    const errors = typedErrors(receipt)
    if (Object.keys(errors).length > 0) return showErrors(errors)
    setOwnErrors({})
    setReference(referenceFromText(receipt.reference_number) ?? '')
    void sendReceipt(receipt)
  }
  const checkFile = async (file: File) => {
    const receipt = await readReceipt(file)
    if (!receipt) return showErrors({ file: VERIFY_WORDS.notReceipt })
    setOwnErrors({})
    setReference(receipt['reference_number'] ?? '')
    void sendReceipt({ receipt })
  }
  useEffect(() => {
    const scanned = receiptFromFragment(hash)
    if (!scanned) return
    setTypedReceipt(scanned)
    checkTyped(scanned)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address
  }, [hash])
  const errors = check.state === 'failed' ? check.fields : ownErrors
  return { check, typedReceipt, changeReceipt, reference, errors, round, checkTyped, checkFile }
}

/** The errors for the error summary: first a failure of the whole check, then the errors of the fields. */
export const summaryOf = (check: Check, errors: Record<string, string>) => {
  const hasFailedAsWhole =
    check.state === 'failed' && !check.fields['reference_number'] && !check.fields['digest']
  const listed: FieldError[] = Object.entries(errors)
    .filter(([field]) => FIELDS.includes(field))
    .map(([field, sentence]) => ({ field, sentence }))
  return hasFailedAsWhole
    ? { listed: [{ sentence: check.sentence }, ...listed], title: t`The receipt was not checked` }
    : { listed }
}

/** The answer to show. While the same receipt is checked again, it is the earlier answer. */
export const answerOf = (check: Check) => {
  if (check.state === 'answered') return check.answer
  return check.state === 'asking' ? check.previousAnswer : undefined
}

export type ReceiptForm = ReturnType<typeof useReceiptForm>
