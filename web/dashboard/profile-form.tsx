import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { normalisePhone } from '#contract/normalise.ts'
import { FIXED_WORDS, profileErrors } from '#contract/accounts/profile-rules.ts'
import { REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { DISABILITY_TYPES } from '#contract/accounts/personal-options.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { call, firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { RadioGroup, SelectField } from '../form/choices.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import {
  changeOf,
  type ProfileDraft,
  profileDraftFrom,
  FIXED_FIELDS,
  fixedOf,
  type Profile,
} from './profile-draft.ts'
import { PlaceFields } from './place-fields.tsx'

const NETWORK_FAILED = t`No reply from the server. You may be offline. What you typed is still here; please try again.`
const SAVE_FAILED = t`Your profile could not be saved. Please try again.`

type Props = {
  profile: Profile
  returnsToApplication: boolean
  onSaved: (profile: Profile) => void
  onCancel: () => void
}

/** The errors of a failed call to save the profile, each at the field that it names. */
const serverErrors = (error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: NETWORK_FAILED }]
  const fieldErrors = Object.entries(error.body).flatMap(([field, sentences]): FieldError[] =>
    Array.isArray(sentences) && sentences[0] ? [{ field, sentence: sentences[0] }] : [],
  )
  if (fieldErrors.length > 0) return fieldErrors
  return [{ sentence: firstOf(error.body, ['message']) ?? SAVE_FAILED }]
}

/** The errors that the page finds before the profile is sent, in the order of its fields. */
const draftErrors = (draft: ProfileDraft, change: ReturnType<typeof changeOf>): FieldError[] => {
  // `profileErrors` accepts a profile without any place, but this form requires a county. The errors are in
  // the order of the page, so the county comes after the phone.
  const { phone, ...laterErrors } = profileErrors(change)
  return Object.entries({
    ...(phone ? { phone } : {}),
    ...(draft.county ? {} : { county: REGISTRATION.county }),
    ...laterErrors,
  }).map(([field, sentence]) => ({ field, sentence }))
}

/** What is typed in the profile form, its errors, and the functions that change and send it. */
function useProfileForm(profile: Profile, onSaved: (profile: Profile) => void) {
  const [draft, setDraft] = useState(() => profileDraftFrom(profile))
  const { errors, round, busy, errorAt, drop, show, send } = useSending(serverErrors)
  const changeDraft = (change: Partial<ProfileDraft>) => {
    setDraft((before) => ({ ...before, ...change }))
    drop(Object.keys(change))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const change = changeOf(draft, profile)
    const localErrors = draftErrors(draft, change)
    if (localErrors.length > 0) return show(localErrors)
    void send(async () => onSaved(await call('PATCH /api/user/profile/', { body: change })))
  }
  const textField = (field: 'phone' | 'address' | (typeof FIXED_FIELDS)[number][0]) => ({
    id: field,
    value: draft[field],
    onValue: (value: string) => changeDraft({ [field]: value }),
    error: errorAt(field),
  })
  const tidyPhone = () =>
    draft.phone.trim() && setDraft((before) => ({ ...before, phone: normalisePhone(before.phone) }))
  return { draft, changeDraft, errors, round, busy, errorAt, submit, textField, tidyPhone }
}
type ProfileFormState = ReturnType<typeof useProfileForm>

/**
 * The form for the profile (W12). The fields that officers compare with documents are shown too, with the
 * reason why they cannot change.
 */
export function ProfileForm({ profile, returnsToApplication, onSaved, onCancel }: Props) {
  const form = useProfileForm(profile, onSaved)
  const saveLabel = returnsToApplication ? t`Save and go back` : t`Save Profile`
  return (
    <div className="formcols">
      <div className="form">
        <h1 className="mb5">
          <Trans>Update Profile</Trans>
        </h1>
        {returnsToApplication && (
          <p className="callout mb5">
            <Trans>After you save, you return to the same step of your application.</Trans>
          </p>
        )}
        <form onSubmit={form.submit} noValidate method="dialog">
          <ErrorSummary errors={form.errors} round={form.round} />
          <ContactFields form={form} />
          <PlaceFields draft={form.draft} changeDraft={form.changeDraft} errorAt={form.errorAt} />
          <DisabilityFields form={form} />
          <FixedFields form={form} savedFixed={fixedOf(profile)} />
          <p className="btn-row mt6">
            <button className="btn" type="submit" aria-disabled={form.busy}>
              {form.busy ? t`Saving...` : saveLabel}
            </button>
            <button className="btn btn-2" type="button" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </button>
          </p>
        </form>
      </div>
      <aside className="margin-note drop">
        <h2 className="heading-small">
          <Trans>What changes</Trans>
        </h2>
        <p className="small">
          <Trans>
            Applications you have sent do not change. Drafts and new applications use these details.
          </Trans>
        </p>
      </aside>
    </div>
  )
}

const ContactFields = ({ form: { textField, tidyPhone } }: { form: ProfileFormState }) => (
  <>
    <TextField
      {...textField('phone')}
      className="input num"
      label={translate(REGISTRATION_FIELDS.phone.label)}
      hint={translate(REGISTRATION_FIELDS.phone.hint)}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      onBlur={tidyPhone}
    />
    <TextField
      {...textField('address')}
      label={t`Address`}
      hint={t`Your postal address.`}
      optional
      autoComplete="address-line1"
      maxLength={500}
    />
  </>
)

const disabilityAnswer = (value: string): ProfileDraft['is_pwd'] =>
  value === 'Yes' || value === 'No' ? value : ''

const DisabilityFields = ({ form: { draft, changeDraft, errorAt } }: { form: ProfileFormState }) => (
  <>
    <RadioGroup
      id="is_pwd"
      label={translate(REGISTRATION_FIELDS.is_pwd.label)}
      hint={t`We have your earlier answer, but do not show it here. Choose an answer only to change it.`}
      options={[
        ['', t`Keep my answer`],
        ['Yes', t`Yes`],
        ['No', t`No`],
      ]}
      value={draft.is_pwd}
      onValue={(value) => changeDraft({ is_pwd: disabilityAnswer(value), disability_type: '' })}
      error={errorAt('is_pwd')}
    />
    {draft.is_pwd === 'Yes' && (
      <SelectField
        id="disability_type"
        label={t`Type of disability`}
        options={DISABILITY_TYPES.map((type) => [type, type] as const)}
        value={draft.disability_type}
        onValue={(disability_type) => changeDraft({ disability_type })}
        error={errorAt('disability_type')}
      />
    )}
  </>
)

const FixedFields = ({
  form: { textField },
  savedFixed,
}: {
  form: ProfileFormState
  savedFixed: ReturnType<typeof fixedOf>
}) => (
  <>
    <h2 className="heading-small mt6 mb4">
      <Trans>Compared with your documents</Trans>
    </h2>
    {FIXED_FIELDS.map(([field, label]) => (
      <TextField
        {...textField(field)}
        key={field}
        label={label}
        readOnly={savedFixed[field] !== ''}
        hint={
          savedFixed[field] === ''
            ? t`Write it as on your ID card or passport. You cannot change it later.`
            : undefined
        }
        autoComplete="off"
        maxLength={60}
      />
    ))}
    <p className="small quiet mt2">
      {translate(FIXED_WORDS)}{' '}
      <Link to={paths.corrections}>
        <Trans>Ask for a correction</Trans>
      </Link>
    </p>
  </>
)
