import { doubtfulReferees, refereeEmailError, refereePhoneError } from '#contract/job-applications/rules.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { TextField } from '../form/field.tsx'
import type { Forms } from './draft.ts'
import { AddSheet, Records, type StepActions } from './entries.tsx'
import { refereeWords } from './record-words.ts'
import { asTyped } from './typed-text.ts'

type Referee = Forms['referee']

/** The referees step (S2 §2 Step 4), without the documents under it. */
export function RefereesStep({ actions }: { actions: StepActions }) {
  const { draft, context, identity } = actions.wizard
  const minReferees = context.job.min_referees
  const list = draft.answers.referees
  const doubtful = doubtfulReferees(list, identity)
  return (
    <>
      <h2 tabIndex={-1}>Referees</h2>
      <p className="quiet mt1">
        {minReferees === 1 ? 'One person' : `${minReferees} people`} who can speak about your work and know
        that we may call. Do not name a relative.
      </p>
      <Records actions={actions} name="referee" words={list.map(refereeWords)} />
      {doubtful.same.map((position) => (
        <p className="callout is-amber mt4" key={`same ${position}`}>
          {list[position]?.name} has your own email or phone. Officers will see that too.
        </p>
      ))}
      {doubtful.twice.map((position) => (
        <p className="callout is-amber mt4" key={`twice ${position}`}>
          {list[position]?.name} has the email or phone of another referee. Officers will see that too.
        </p>
      ))}
      <AddSheet
        actions={actions}
        name="referee"
        titles={{ add: 'Add New Referee', change: 'Change referee' }}
        maxEntries={APPLICATION.maxReferees}
      >
        <RefereeFields actions={actions} />
        {list.length === 0 && (
          <p className="small quiet mt4">
            Tip: a single referee left in this form is saved automatically on Next.
          </p>
        )}
      </AddSheet>
    </>
  )
}

/** Referees are other people: the browser must not fill in the applicant's own data. */
const FIELDS = [
  ['name', 'Name', { autoComplete: 'off' }],
  ['position', 'Position', { autoComplete: 'off' }],
  ['organization', 'Organization', { autoComplete: 'off' }],
  ['email', 'Email', { autoComplete: 'off', type: 'email', autoCapitalize: 'none', spellCheck: false }],
  ['phone', 'Phone', { autoComplete: 'off', type: 'tel', inputMode: 'tel' }],
] as const

const MAX_LENGTHS: Record<keyof Referee, number> = {
  name: APPLICATION.maxLine,
  position: APPLICATION.maxLine,
  organization: APPLICATION.maxLine,
  email: 254,
  // Longer than a number in dialling form: people type spaces and brackets.
  phone: 30,
}

// S2 §5: email and phone are also checked during typing; an empty field is not wrong yet.
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
        ? { className: 'input num', hint: 'A number in Kenya: 0712 345 678 or +254712345678.' }
        : {})}
      maxLength={MAX_LENGTHS[field]}
      value={form[field]}
      onValue={(value) => set(field, asTyped(value))}
      onBlur={() => field === 'phone' && form.phone && set('phone', normalisePhone(form.phone))}
      error={actions.errors[field] ?? typingErrors[field]}
    />
  ))
}
