import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { normalisePhone } from '#contract/normalise.ts'
import { FIXED_WORDS, profileErrors } from '#contract/accounts/profile-rules.ts'
import { DISABILITY_TYPES } from '#contract/accounts/personal-options.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { RadioGroup, SelectField } from '../form/choices.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { paths } from '../paths.ts'
import { changeOf, type Drafted, draftedFrom, FIXED, fixedOf, type Profile } from './profile-draft.ts'
import { PlaceFields } from './place-fields.tsx'

const NETWORK =
  'No reply from the server. You may be offline. What you typed is still here; please try again.'
const FAILED = 'Your profile could not be saved. Please try again.'

type Props = { profile: Profile; back: boolean; onSaved: (profile: Profile) => void; onCancel: () => void }

const faultsFrom = (error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: NETWORK }]
  const fields = Object.entries(error.body).flatMap(([field, said]): FieldError[] =>
    Array.isArray(said) && said[0] ? [{ field, sentence: said[0] }] : [],
  )
  return fields.length > 0 ? fields : [{ sentence: firstOf(error.body, ['message']) ?? FAILED }]
}

/**
 * W12: what a person may change. The fields that are compared with documents are shown with the reason why
 * they cannot change.
 */
export function ProfileForm({ profile, back, onSaved, onCancel }: Props) {
  const fixed = fixedOf(profile)
  const [draft, setDraft] = useState(() => draftedFrom(profile))
  const [faults, setFaults] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const set = (news: Partial<Drafted>) => {
    setDraft((before) => ({ ...before, ...news }))
    setFaults((before) => before.filter(({ field }) => !field || !(field in news)))
  }
  const show = (found: FieldError[]) => {
    setFaults(found)
    setRound(round + 1)
  }
  const faultAt = (field: string) => faults.find((fault) => fault.field === field)?.sentence
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const change = changeOf(draft, profile)
    const { phone, ...places } = profileErrors(change)
    // In the order of the page.
    const broken = Object.entries({
      ...(phone ? { phone } : {}),
      ...(draft.county ? {} : { county: REGISTRATION.county }),
      ...places,
    })
    if (broken.length > 0) return show(broken.map(([field, sentence]) => ({ field, sentence })))
    setBusy(true)
    setFaults([])
    try {
      onSaved(await call('PATCH /api/user/profile/', { body: change }))
    } catch (error) {
      show(faultsFrom(error))
      setBusy(false)
    }
  }
  const text = (field: 'phone' | 'address' | (typeof FIXED)[number][0]) => ({
    id: field,
    value: draft[field],
    onValue: (value: string) => set({ [field]: value }),
    fault: faultAt(field),
  })
  return (
    <div className="formcols">
      <div className="form">
        <h1 className="mb5">Update Profile</h1>
        {back && (
          <p className="callout mb5">After you save, you return to the same step of your application.</p>
        )}
        <form onSubmit={submit} noValidate method="dialog">
          <ErrorSummary faults={faults} round={round} />
          <TextField
            {...text('phone')}
            className="in num"
            label="Phone"
            hint="Use a number that reaches you: officers may call about an interview."
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={30}
            onBlur={() =>
              draft.phone.trim() && setDraft((before) => ({ ...before, phone: normalisePhone(before.phone) }))
            }
          />
          <TextField
            {...text('address')}
            label="Address"
            hint="Where letters reach you."
            optional
            autoComplete="address-line1"
            maxLength={500}
          />
          <PlaceFields draft={draft} set={set} faultAt={faultAt} />
          <RadioGroup
            id="is_pwd"
            label="Are you a person with a disability (PWD)?"
            hint="Your earlier answer is kept and not shown here. Choose only to change it."
            options={[
              ['', 'Keep my answer'],
              ['Yes', 'Yes'],
              ['No', 'No'],
            ]}
            value={draft.is_pwd}
            onValue={(value) => set({ is_pwd: value as Drafted['is_pwd'], disability_type: '' })}
            fault={faultAt('is_pwd')}
          />
          {draft.is_pwd === 'Yes' && (
            <SelectField
              id="disability_type"
              label="Type of disability"
              options={DISABILITY_TYPES.map((type) => [type, type] as const)}
              value={draft.disability_type}
              onValue={(disability_type) => set({ disability_type })}
              fault={faultAt('disability_type')}
            />
          )}
          <h2 className="h-s mt6 mb4">Compared with your documents</h2>
          {FIXED.map(([field, label]) => (
            <TextField
              {...text(field)}
              key={field}
              label={label}
              readOnly={fixed[field] !== ''}
              hint={
                fixed[field] === ''
                  ? 'As on your ID card or passport. You can only enter it once.'
                  : undefined
              }
              autoComplete="off"
              maxLength={60}
            />
          ))}
          <p className="small quiet mt2">
            {FIXED_WORDS} <Link to={paths.contact}>Contact</Link>
          </p>
          <p className="btn-row mt6">
            <button className="btn" type="submit" aria-disabled={busy}>
              {busy ? 'Saving...' : back ? 'Save and go back' : 'Save Profile'}
            </button>
            <button className="btn btn-2" type="button" onClick={onCancel}>
              Cancel
            </button>
          </p>
        </form>
      </div>
      <aside className="beside drop">
        <h2 className="h-s">What changes</h2>
        <p className="small">
          Applications you have sent do not change. Drafts and new applications use these details.
        </p>
      </aside>
    </div>
  )
}
