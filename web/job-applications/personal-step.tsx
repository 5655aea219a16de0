import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FieldErrors } from '#contract/endpoint.ts'
import { type Answers, livesIn, personalErrors } from '#contract/job-applications/rules.ts'
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
  ['first_name', t`First name`, { autoComplete: 'given-name', maxLength: PERSON.maxNameLength }],
  ['last_name', t`Last name`, { autoComplete: 'family-name', maxLength: PERSON.maxNameLength }],
  ['email', t`Email`, { autoComplete: 'email' }],
  ['phone', t`Phone`, { autoComplete: 'tel', inputMode: 'tel', type: 'tel', maxLength: 30 }],
  ['idno', t`ID number`, { autoComplete: 'off', inputMode: 'numeric', maxLength: 30 }],
] as const

type FieldName = (typeof FIELDS)[number][0]

/**
 * Step 1 (S2 §2). It shows what the profile has, read-only (W13). What the profile lacks is typed here and
 * saved to it (W12).
 */
export const PersonalStep = ({
  wizard,
  actions,
  acronym,
}: {
  wizard: Wizard
  actions: StepActions
  acronym: string
}) => (
  <>
    <h2 tabIndex={-1}>
      <Trans>Personal Details</Trans>
    </h2>
    <FromProfile wizard={wizard} />
    <NotInProfile wizard={wizard} />
    <ForThisJob wizard={wizard} actions={actions} acronym={acronym} />
  </>
)

function FromProfile({ wizard: { context } }: { wizard: Wizard }) {
  const { profile, job } = context
  return (
    <section className="review mt3 mb5" aria-labelledby="from-profile">
      <header>
        <h3 id="from-profile">
          <Trans>Your profile</Trans>
        </h3>
        <Link to={paths.profileFor(job.id)} className="tap small">
          <Trans>Change in my profile</Trans>
        </Link>
      </header>
      <div className="review-answers">
        {FIELDS.map(
          ([name, label]) =>
            profile[name] && <ReadOnly key={name} id={name} label={label} value={profile[name]} />,
        )}
        {profile.address && <ReadOnly id="address" label={t`Address`} value={profile.address} />}
      </div>
    </section>
  )
}

function NotInProfile({ wizard: { context, draft, change } }: { wizard: Wizard }) {
  const { profile } = context
  const { typed, answers } = draft
  // `asTyped` removes characters that cannot be stored.
  const setTyped = (name: keyof TypedIdentity, value: string) =>
    change((latest) => ({ ...latest, typed: { ...latest.typed, [name]: asTyped(value) } }))
  // In Kenya, an empty phone field starts with +254.
  const dialCode = profile.country === 'KE' ? PHONE.kenyaDialCode : ''
  // Every account has an email address.
  const isEmpty = (name: FieldName): name is keyof TypedIdentity => !profile[name] && name !== 'email'
  return (
    <>
      {FIELDS.map(
        ([name, label, input]) =>
          isEmpty(name) && (
            <TextField
              {...input}
              key={name}
              id={name}
              label={label}
              hint={t`Your profile does not have this yet. We save it there too.`}
              value={typed[name] || (name === 'phone' ? dialCode : '')}
              onValue={(value) => setTyped(name, value)}
              onBlur={() => name === 'phone' && typed.phone && setTyped('phone', normalisePhone(typed.phone))}
            />
          ),
      )}
      {!profile.address && (
        <TextField
          id="address"
          label={t`Address`}
          optional
          hint={t`Your postal address: write a box number and its post office, or the place.`}
          autoComplete="address-line1"
          maxLength={500}
          value={answers.address}
          onValue={(address) =>
            change((latest) => ({ ...latest, answers: { ...latest.answers, address: asTyped(address) } }))
          }
        />
      )}
    </>
  )
}

/**
 * A read-only field in the style of the review. The CSS repeats `data-words` unseen in the same place, so the
 * field is as tall as its text.
 */
const ReadOnly = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <div className="fact">
    <label htmlFor={id}>{label}</label>
    <div className="known num" data-words={value}>
      <textarea id={id} rows={1} value={value} readOnly />
    </div>
  </div>
)

/** Warns a person who lives outside the chosen area. The warning stops no one (J9). */
const LivesElsewhere = ({ area, home }: { area: Place | undefined; home: Profile['home'] }) => {
  if (!area?.within || !home || livesIn(area.within, home)) return null
  const { name } = area
  return (
    <p className="callout is-amber mt3">
      <Trans>
        Your profile says that you live outside {name}. You can still apply; officers will see this too.
      </Trans>
    </p>
  )
}

type JobTypeProps = {
  wizard: Wizard
  answer: (changes: Partial<Answers>) => void
  onBlur: () => void
  errors: FieldErrors
  /** Loads the list of places again, if it is empty (J10). */
  retry: (() => void) | undefined
}

/**
 * The additional questions of this job type. Errors are shown once a field was left, or the review was
 * reached before. They never stop Next on this step (W3).
 */
function ForThisJob({ wizard, actions, acronym }: { wizard: Wizard; actions: StepActions; acronym: string }) {
  const { context, draft, change, patchContext } = wizard
  const { job, places } = context
  const [wasLeft, setWasLeft] = useState(draft.reviewed)
  const showsErrors = wasLeft || Object.keys(actions.errors).length > 0
  const loadPlaces = () => void placesFor(job).then((found) => patchContext({ places: found }))
  const props: JobTypeProps = {
    wizard,
    answer: (changes) => {
      for (const field of Object.keys(changes)) actions.clear(field)
      change((latest) => ({ ...latest, answers: { ...latest.answers, ...changes } }))
    },
    onBlur: () => setWasLeft(true),
    errors: showsErrors ? personalErrors(draft.answers, job, acronym) : {},
    retry: places.length === 0 ? loadPlaces : undefined,
  }
  switch (job.job_type_code) {
    case 'internal':
      return <EmploymentNumber {...props} />
    case 'huduma':
      return <HudumaCentre {...props} />
    case 'by_election':
      return <ByElectionArea {...props} />
    default:
      return null
  }
}

const EmploymentNumber = ({ wizard, answer, onBlur, errors }: JobTypeProps) => (
  <TextField
    id="employment_number"
    label={t`Employment number`}
    hint={t`As shown on your payslip or staff card.`}
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={60}
    value={wizard.draft.answers.employment_number}
    onValue={(employment_number) => answer({ employment_number: asTyped(employment_number) })}
    onBlur={onBlur}
    error={errors.employment_number}
  />
)

const HudumaCentre = ({ wizard, answer, onBlur, errors, retry }: JobTypeProps) => (
  <Combobox
    id="huduma_centre"
    label={t`Huduma Centre`}
    plural={t`centres`}
    hint={t`The centre where you want to work.`}
    noMatch={WIZARD_WORDS.noCentre}
    options={wizard.context.places}
    retry={retry}
    value={wizard.draft.answers.huduma_centre}
    onValue={(huduma_centre) => answer({ huduma_centre })}
    onBlur={onBlur}
    error={errors.huduma_centre}
  />
)

const ByElectionArea = ({ wizard, answer, onBlur, errors, retry }: JobTypeProps) => {
  const { places, profile } = wizard.context
  const chosenId = wizard.draft.answers.by_election_area
  return (
    <>
      <Combobox
        id="by_election_area"
        label={t`By-Election Area`}
        plural={t`areas`}
        hint={t`The area where you want to work. You should live there or near.`}
        noMatch={WIZARD_WORDS.noArea}
        options={places}
        retry={retry}
        value={chosenId}
        onValue={(by_election_area) => answer({ by_election_area })}
        onBlur={onBlur}
        error={errors.by_election_area}
      />
      <div role="status">
        <LivesElsewhere area={places.find(({ id }) => id === chosenId)} home={profile.home} />
      </div>
    </>
  )
}
