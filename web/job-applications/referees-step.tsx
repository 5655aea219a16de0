import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  doubtfulReferees,
  refereeEmailError,
  refereePhoneError,
  refereePhoneStored,
} from '#contract/job-applications/rules.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { TextField } from '../form/field.tsx'
import type { Forms } from './draft.ts'
import { AddSheet, Records, type StepActions } from './entries.tsx'
import { refereeWords } from './record-words.ts'
import { asTyped } from './typed-text.ts'

type Referee = Forms['referee']

/** Step 4: the referees. The documents under them are a part of their own (S2 §2). */
export function RefereesStep({ actions }: { actions: StepActions }) {
  const { draft, context, identity } = actions.wizard
  const minReferees = context.job.min_referees
  const list = draft.answers.referees
  const doubtful = doubtfulReferees(list, identity)
  return (
    <>
      <h2 tabIndex={-1}>
        <Trans>Referees</Trans>
      </h2>
      <p className="quiet mt1">
        {plural(minReferees, {
          one: 'One person who can speak about your work and know that we may call.',
          other: '# people who can speak about your work and know that we may call.',
        })}{' '}
        <Trans>Do not name a relative.</Trans>
      </p>
      <Records actions={actions} name="referee" words={list.map(refereeWords)} />
      {doubtful.likeApplicant.map((position) => (
        <LikeYou key={`same ${position}`} name={list[position]?.name} />
      ))}
      {doubtful.likeEarlier.map((position) => (
        <LikeAnother key={`twice ${position}`} name={list[position]?.name} />
      ))}
      <AddSheet
        actions={actions}
        name="referee"
        titles={{ add: t`Add New Referee`, change: t`Change referee` }}
        maxEntries={APPLICATION.maxReferees}
      >
        <RefereeFields actions={actions} />
        {list.length === 0 && (
          <p className="small quiet mt4">
            <Trans>Tip: a single referee left in this form is saved automatically on Next.</Trans>
          </p>
        )}
      </AddSheet>
    </>
  )
}

const LikeYou = ({ name }: { name: string | undefined }) => (
  <p className="callout is-amber mt4">
    <Trans>{name} has your own email or phone. Officers will see that too.</Trans>
  </p>
)

const LikeAnother = ({ name }: { name: string | undefined }) => (
  <p className="callout is-amber mt4">
    <Trans>{name} has the email or phone of another referee. Officers will see that too.</Trans>
  </p>
)

/** Referees are other people: the browser must not fill in the applicant's own data. */
const FIELDS = [
  ['name', t`Name`, { autoComplete: 'off' }],
  ['position', t`Position`, { autoComplete: 'off' }],
  ['organization', t`Organization`, { autoComplete: 'off' }],
  ['email', t`Email`, { autoComplete: 'off', type: 'email', autoCapitalize: 'none', spellCheck: false }],
  ['phone', t`Phone`, { autoComplete: 'off', type: 'tel', inputMode: 'tel' }],
] as const

const MAX_LENGTHS: Record<keyof Referee, number> = {
  name: APPLICATION.maxLine,
  position: APPLICATION.maxLine,
  organization: APPLICATION.maxLine,
  // The longest email address that can be delivered.
  email: 254,
  // The length of the phone field. It is more than a number such as +254712345678 has, because people type
  // spaces and brackets.
  phone: 30,
}

// Email and phone are also checked while they are typed, but an empty field is not called wrong yet (S2 §5).
const errorsWhileTyping = (form: Referee): Partial<Record<keyof Referee, string | undefined>> => ({
  email: form.email.trim() ? refereeEmailError(form.email) : undefined,
  phone: form.phone.trim() ? refereePhoneError(form.phone) : undefined,
})

function RefereeFields({ actions }: { actions: StepActions }) {
  const { draft, change } = actions.wizard
  const form = draft.forms.referee
  const set = (field: keyof Referee, value: string) => {
    actions.clear(field)
    change((latest) => ({
      ...latest,
      forms: { ...latest.forms, referee: { ...latest.forms.referee, [field]: value } },
    }))
  }
  const typingErrors = errorsWhileTyping(form)
  return FIELDS.map(([field, label, input]) => (
    <TextField
      {...input}
      key={field}
      id={`referee_${field}`}
      label={label}
      {...(field === 'phone'
        ? { className: 'input num', hint: t`A number in Kenya: 0712 345 678 or +254712345678.` }
        : {})}
      maxLength={MAX_LENGTHS[field]}
      value={form[field]}
      // `asTyped` removes characters that cannot be stored.
      onValue={(value) => set(field, asTyped(value))}
      // A complete phone number is rewritten to the form +254712345678.
      onBlur={() => field === 'phone' && set('phone', refereePhoneStored(form.phone))}
      error={actions.errors[field] ?? typingErrors[field]}
    />
  ))
}
