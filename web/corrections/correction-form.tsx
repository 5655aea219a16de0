import { type ChangeEvent, type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { PERSON } from '#contract/accounts/limits.ts'
import {
  CORRECTED_FIELDS,
  type CorrectedField,
  correctedValue,
  correctionErrors,
  CORRECTIONS,
  FIELD_WORDS,
  PROFILE_CORRECTION_WORDS,
} from '#contract/corrections/words.ts'
import { DOCUMENT, DOCUMENT_WORDS, MEDIA_TYPES } from '#contract/documents/documents.ts'
import { firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { Field, fieldAria, TextField } from '../form/field.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { sendCorrection } from './send-correction.ts'

const EMPTY = { first_name: '', middle_name: '', last_name: '', idno: '', date_of_birth: '', reason: '' }
const FIELDS = [...CORRECTED_FIELDS, 'reason', 'evidence'] as const
const ACCEPT = [...Object.values(MEDIA_TYPES), '.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'].join(',')

const serverErrors = (error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const atFields = FIELDS.flatMap((field) => {
    const sentence = firstOf(error.body, [field])
    return sentence ? [{ field, sentence }] : []
  })
  if (atFields.length > 0) return atFields
  return [{ sentence: firstOf(error.body, ['message']) ?? CHANGE_PASSWORD.network }]
}

const evidenceProblem = (file: File | undefined) => {
  if (!file) return PROFILE_CORRECTION_WORDS.evidenceRequired
  return file.size > DOCUMENT.maxBytes ? DOCUMENT_WORDS.tooLarge : undefined
}

/** What is typed and chosen in the form for a correction, its errors, and the function that sends it. */
function useCorrectionForm(onDone: (sentence: string) => void) {
  const [typed, setTyped] = useState(EMPTY)
  const [evidence, setEvidence] = useState<File>()
  const sending = useSending(serverErrors)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.busy) return
    const fileError = evidenceProblem(evidence)
    const errors = Object.entries({
      ...correctionErrors(typed),
      ...(fileError ? { evidence: fileError } : {}),
    }).map(([field, sentence]) => ({ field, sentence }))
    if (errors.length > 0 || !evidence) return sending.show(errors)
    void sending.send(async () => onDone((await sendCorrection(typed, evidence)).message))
  }
  const field = (name: keyof typeof EMPTY) => ({
    id: name,
    value: typed[name],
    onValue: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }))
      // If the form asks for no correction at all, its error is at the first name. A change of any field
      // removes that error.
      sending.drop([name, 'first_name'])
    },
    error: sending.errorAt(name),
  })
  const chooseFile = (event: ChangeEvent<HTMLInputElement>) => {
    setEvidence(event.target.files?.[0])
    sending.drop(['evidence'])
  }
  return { ...sending, submit, field, chooseFile }
}

/** A value of the profile in words: a date in the language of the page, a name or number as it is. */
export const valueForReader = (field: CorrectedField, value: string) =>
  field === 'date_of_birth' ? translate(correctedValue(field, value)) : value

type FormProps = {
  /** The present values of the profile; undefined if the profile did not load. */
  present: Partial<Record<CorrectedField, string | null>> | undefined
  onDone: (sentence: string) => void
}

/** The form that asks for a correction of the profile. A field that is left empty asks for none. */
export function CorrectionForm({ present, onDone }: FormProps) {
  const { errors, round, busy, errorAt, submit, field, chooseFile } = useCorrectionForm(onDone)
  const evidenceHint = t`A photo or scan of your ID card, passport or birth certificate. PDF, DOC, DOCX, JPG or PNG, at most 5 MB.`
  const reason = field('reason')
  return (
    // With this method, the browser itself never sends the form. Only `submit` does.
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <p className="small mb4">
        <Trans>Fill in only what is wrong. Write it as on your document.</Trans>
      </p>
      {CORRECTED_FIELDS.map((name) => (
        <TextField
          key={name}
          {...field(name)}
          label={translate(FIELD_WORDS[name])}
          hint={present && t`Now: ${valueForReader(name, present[name] ?? '') || t`empty`}`}
          type={name === 'date_of_birth' ? 'date' : 'text'}
          autoComplete="off"
          maxLength={PERSON.maxNameLength}
          optional
        />
      ))}
      <Field id="reason" label={t`What is wrong, and why`} error={reason.error}>
        <textarea
          {...fieldAria('reason', { error: reason.error })}
          className="input"
          id="reason"
          rows={3}
          maxLength={CORRECTIONS.maxReason}
          value={reason.value}
          onChange={(event) => reason.onValue(event.target.value)}
        />
      </Field>
      <Field id="evidence" label={t`Your document`} hint={evidenceHint} error={errorAt('evidence')}>
        <input
          {...fieldAria('evidence', { hint: evidenceHint, error: errorAt('evidence') })}
          className="input"
          id="evidence"
          type="file"
          accept={ACCEPT}
          onChange={chooseFile}
        />
      </Field>
      <p className="mt5">
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? t`Sending...` : t`Ask for the correction`}
        </button>
      </p>
    </form>
  )
}
