import { useState } from 'react'
import { Link } from 'react-router'
import { livesIn, personalErrors } from '#contract/job-applications/rules.ts'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { PERSON, PHONE } from '#contract/accounts/limits.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { Combobox } from '../form/combobox.tsx'
import { TextField } from '../form/field.tsx'
import { paths } from '../paths.ts'
import { type Place, placesFor, type Profile } from './form-context.ts'
import type { TypedIdentity } from './draft.ts'
import type { StepActions } from './entries.tsx'
import { asTyped } from './typed-text.ts'
import type { Wizard } from './use-wizard.ts'

const FIELDS = [
  ['first_name', 'First name', { autoComplete: 'given-name', maxLength: PERSON.maxNameLength }],
  ['last_name', 'Last name', { autoComplete: 'family-name', maxLength: PERSON.maxNameLength }],
  ['email', 'Email', { autoComplete: 'email' }],
  ['phone', 'Phone', { autoComplete: 'tel', inputMode: 'tel', type: 'tel', maxLength: 30 }],
  ['idno', 'ID number', { autoComplete: 'off', inputMode: 'numeric', maxLength: 30 }],
] as const

/**
 * S2 §2 Step 1: what the profile has is read-only (W13); what it lacks is typed here and saved there (W12).
 */
export function PersonalStep({
  wizard,
  actions,
  product,
}: {
  wizard: Wizard
  actions: StepActions
  product: string
}) {
  const { context, draft, change } = wizard
  const { profile, job } = context
  const type = (name: keyof TypedIdentity, value: string) =>
    change((draft) => ({ ...draft, typed: { ...draft.typed, [name]: asTyped(value) } }))
  const dial = profile.country === 'KE' ? PHONE.kenyaDialCode : ''
  return (
    <>
      <h2 tabIndex={-1}>Personal Details</h2>
      <section className="review mt3 mb5" aria-labelledby="from-profile">
        <header>
          <h3 id="from-profile">Your profile</h3>
          <Link to={paths.profileFor(job.id)} className="tap small nowrap">
            Change in my profile
          </Link>
        </header>
        <div className="in-r">
          {FIELDS.map(
            ([name, label]) =>
              profile[name] && <Known key={name} id={name} label={label} value={profile[name]} />,
          )}
          {profile.address && <Known id="address" label="Address" value={profile.address} />}
        </div>
      </section>
      {FIELDS.map(
        ([name, label, input]) =>
          !profile[name] &&
          name !== 'email' && (
            <TextField
              {...input}
              key={name}
              id={name}
              label={label}
              hint="Your profile does not have this yet. What you write here is saved there."
              value={draft.typed[name] || (name === 'phone' ? dial : '')}
              onValue={(value) => type(name, value)}
              onBlur={() =>
                name === 'phone' && draft.typed.phone && type('phone', normalisePhone(draft.typed.phone))
              }
            />
          ),
      )}
      {!profile.address && (
        <TextField
          id="address"
          label="Address"
          optional
          hint="Your postal address: a box number and its post office, or the place."
          autoComplete="address-line1"
          maxLength={500}
          value={draft.answers.address}
          onValue={(address) =>
            change((draft) => ({ ...draft, answers: { ...draft.answers, address: asTyped(address) } }))
          }
        />
      )}
      <ForThisJob wizard={wizard} actions={actions} product={product} />
    </>
  )
}

/** A read-only field in the style of the review: as tall as its text, so that nothing is cut off. */
const Known = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <div className="fact">
    <label htmlFor={id}>{label}</label>
    <div className="known num" data-words={value}>
      <textarea id={id} rows={1} value={value} readOnly />
    </div>
  </div>
)

/** J9: a warning that stops no one. */
const LivesElsewhere = ({ area, home }: { area: Place | undefined; home: Profile['home'] }) =>
  area?.within && home && !livesIn(area.within, home) ? (
    <p className="callout is-amber mt3">
      Your profile says that you live outside {area.name}. You can still apply; officers will see this too.
    </p>
  ) : null

/**
 * W3: the additional questions of this job type. Errors are shown once a field was left, and stop no one
 * here.
 */
function ForThisJob({ wizard, actions, product }: { wizard: Wizard; actions: StepActions; product: string }) {
  const { context, draft, change, patchContext } = wizard
  const { job, places } = context
  // J10: a list that failed to load can be requested again.
  const retry =
    places.length === 0
      ? () => void placesFor(job).then((found) => patchContext({ places: found }))
      : undefined
  const [left, setLeft] = useState(draft.reviewed)
  const errors =
    left || Object.keys(actions.errors).length > 0 ? personalErrors(draft.answers, job, product) : {}
  const answer = (news: Partial<typeof draft.answers>) => {
    for (const field of Object.keys(news)) actions.clear(field)
    change((draft) => ({ ...draft, answers: { ...draft.answers, ...news } }))
  }
  if (job.job_type_code === 'internal') {
    return (
      <TextField
        id="employment_number"
        label="Employment number"
        hint="As shown on your payslip or staff card."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={draft.answers.employment_number}
        onValue={(employment_number) => answer({ employment_number: asTyped(employment_number) })}
        onBlur={() => setLeft(true)}
        error={errors.employment_number}
      />
    )
  }
  if (job.job_type_code === 'huduma') {
    return (
      <Combobox
        id="huduma_centre"
        label="Huduma Centre"
        plural="centres"
        hint="The centre where you want to work."
        noMatch={WIZARD_WORDS.noCentre}
        options={places}
        retry={retry}
        value={draft.answers.huduma_centre}
        onValue={(huduma_centre) => answer({ huduma_centre })}
        onBlur={() => setLeft(true)}
        error={errors.huduma_centre}
      />
    )
  }
  if (job.job_type_code === 'by_election') {
    return (
      <>
        <Combobox
          id="by_election_area"
          label="By-Election Area"
          plural="areas"
          hint="The area where you want to work. You should live there or near."
          noMatch={WIZARD_WORDS.noArea}
          options={places}
          retry={retry}
          value={draft.answers.by_election_area}
          onValue={(by_election_area) => answer({ by_election_area })}
          onBlur={() => setLeft(true)}
          error={errors.by_election_area}
        />
        <div role="status">
          <LivesElsewhere
            area={places.find(({ id }) => id === draft.answers.by_election_area)}
            home={context.profile.home}
          />
        </div>
      </>
    )
  }
  return null
}
