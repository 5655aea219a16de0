import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Step } from '#contract/job-applications/words.ts'
import { sizeInWords } from '#contract/documents/documents.ts'
import { phoneWords } from '#contract/normalise.ts'
import { COUNTRIES, GENDERS } from '#contract/accounts/personal-options.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { translate } from '../language/translate.ts'
import { EmailText } from '../ui/email-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { RecordLines } from './entries.tsx'
import type { Profile } from './form-context.ts'
import { openForms } from './missing.ts'
import { dayOf, educationWords, experienceInFull, type RecordWords, refereeWords } from './record-words.ts'
import { PointsLine } from './points-line.tsx'
import { ReviewHead } from './review-head.tsx'
import { may } from './states.ts'
import type { Wizard } from './use-wizard.ts'
import { loadWhatChanged } from './load-what-changed.ts'

const WhatChanged = lazy(loadWhatChanged)

type Props = { wizard: Wizard; onStep: (step: Step) => void }

const FORM_WORDS: Partial<Record<Step, string>> = {
  2: t`education`,
  3: t`work experience`,
  4: t`a referee`,
}

/** Words for an entry that was typed in a form and is not in its list yet. */
const notAddedWords = (entry: string, isComplete: boolean) =>
  isComplete
    ? t`You filled in ${entry} but did not add it to your list.`
    : t`You started to add ${entry} but did not finish.`

/** Step 5, the review: all that will be sent, one sheet for each part, each with an Edit link (S2 §2). */
export function ReviewStep({ wizard, onStep: goTo }: Props) {
  const { draft, is } = wizard
  // An application that is being sent cannot be edited.
  const onStep = may(is, 'edit') ? goTo : undefined
  return (
    <>
      <ReviewHead isCorrection={Boolean(wizard.context.correction)} />
      {wizard.context.job.by_rule && <PointsLine wizard={wizard} />}
      {openForms(wizard).map(({ step, isComplete }) => (
        <p className="callout is-amber mt4" key={step}>
          {notAddedWords(FORM_WORDS[step] ?? '', isComplete)} <Trans>It will not be sent.</Trans>{' '}
          {onStep && (
            <button className="link" type="button" onClick={() => onStep(step)}>
              <Trans>Look at it</Trans>
            </button>
          )}
        </p>
      ))}
      {wizard.context.correction && (
        <Suspense fallback={null}>
          <WhatChanged wizard={wizard} />
        </Suspense>
      )}
      <div className="papers mt5">
        <Sheet title={t`Personal details`} step={1} onStep={onStep}>
          <Personal wizard={wizard} />
          <p className="small quiet mt2">{ALSO_SENT}</p>
        </Sheet>
        <Sheet title={t`Education`} step={2} onStep={onStep}>
          <Entries words={draft.answers.education.map(educationWords)} />
        </Sheet>
        <Sheet title={t`Work experience`} step={3} onStep={onStep}>
          <Entries words={draft.answers.experience.map(experienceInFull)} />
        </Sheet>
        <Sheet title={t`Referees`} step={4} onStep={onStep}>
          <Entries words={draft.answers.referees.map(refereeWords)} />
          <Documents wizard={wizard} />
        </Sheet>
      </div>
    </>
  )
}

const Sheet = ({
  title,
  step,
  onStep,
  children,
}: {
  title: string
  step: Step
  onStep: Props['onStep'] | undefined
  children: ReactNode
}) => (
  <section className="review">
    <header>
      <h3>{title}</h3>
      {onStep && (
        <button className="link" type="button" onClick={() => onStep(step)}>
          <Trans>
            Edit<span className="sr-only"> {title}</span>
          </Trans>
        </button>
      )}
    </header>
    <div className="review-answers">{children}</div>
  </section>
)

const Entries = ({ words }: { words: RecordWords[] }) =>
  words.length === 0 ? (
    <p className="nothing">
      <Trans>Nothing here yet</Trans>
    </p>
  ) : (
    words.map((recordWords, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- an entry is identified by its position alone
      <article className="record" key={index}>
        <RecordLines words={recordWords} />
      </article>
    ))
  )

type Fact = [name: string, value: string, format?: 'email']

/** The person's answers to the questions of this type of job. */
const jobTypeFacts = ({ context: { job, places }, draft: { answers } }: Wizard): Fact[] => {
  const placeName = (id: number | undefined) => places.find((place) => place.id === id)?.name ?? ''
  switch (job.job_type_code) {
    case 'internal':
      return [[t`Employment number`, answers.employment_number]]
    case 'huduma':
      return [[t`Huduma Centre`, placeName(answers.huduma_centre)]]
    case 'by_election':
      return [[t`By-Election Area`, placeName(answers.by_election_area)]]
    default:
      return []
  }
}

/** The name for a code, such as `Kenya` for `KE`; undefined for an unknown code. */
const nameOf = (names: Readonly<Record<string, string>>, code: string | null | undefined) => names[code ?? '']

const homeOf = ({ ward_name, constituency_name, county_name, country }: Profile): string =>
  [ward_name, constituency_name, county_name, translate(nameOf(COUNTRIES, country) ?? country ?? '')]
    .filter(Boolean)
    .join(', ')

/** Facts that are shown even if they are empty, so that the person sees what is missing. */
const mainFacts = (wizard: Wizard): Fact[] => {
  const { identity, context, draft } = wizard
  const { profile } = context
  const address = profile.address || draft.answers.address
  const fullName = [identity.first_name, profile.middle_name, identity.last_name].filter(Boolean).join(' ')
  const documentType: Fact[] = profile.document_type
    ? [[t`Kind of ID`, translate(profile.document_type)]]
    : []
  const addressFact: Fact[] = address ? [[t`Address`, address]] : []
  return [
    [t`Name`, fullName],
    [t`Email`, identity.email, 'email'],
    [t`Phone`, phoneWords(identity.phone)],
    ...documentType,
    [t`ID number`, identity.idno],
    ...addressFact,
    ...jobTypeFacts(wizard),
  ]
}

/** Facts that are left out if they are empty. A draft on this device may be older than these fields. */
const profileFacts = (profile: Profile): Fact[] => {
  const facts: Fact[] = [
    [t`Date of birth`, dayOf(profile.date_of_birth ?? '')],
    [t`Gender`, translate(nameOf(GENDERS, profile.gender) ?? '')],
    [t({ message: 'Home', context: 'where someone lives' }), homeOf(profile)],
  ]
  return facts.filter(([, value]) => value)
}

const NothingYet = () => (
  <span className="nothing">
    <Trans>Nothing here yet</Trans>
  </span>
)

const Personal = ({ wizard }: { wizard: Wizard }) => (
  <dl>
    {[...mainFacts(wizard), ...profileFacts(wizard.context.profile)].map(([name, value, format]) => (
      <div className="fact" key={name}>
        <dt>{name}</dt>
        <dd className="num any">
          {format === 'email' ? <EmailText email={value} /> : value || <NothingYet />}
        </dd>
      </div>
    ))}
  </dl>
)

const ALSO_SENT = t`We also send your answer about disability. We do not show it here, because others may use your phone.`

function Documents({ wizard: { context } }: { wizard: Wizard }) {
  const requested = requestedDocuments(context.job)
  if (requested.length === 0) return null
  const added = requested.flatMap(({ kind, name: title }) =>
    context.documents
      .filter((entry) => entry.kind === kind && entry.state !== 'refused')
      .map((entry) => ({ ...entry, title: translate(title) })),
  )
  if (added.length === 0)
    return (
      <p className="small quiet mt2">
        <Trans>No documents are added.</Trans>
      </p>
    )
  return (
    <ul className="files mt2">
      {added.map((document) => (
        <li className="small" key={document.kind}>
          <Icon name="page" />
          <span className="any">
            {document.title}: {document.name},{' '}
            <span className="nowrap">{translate(sizeInWords(document.size))}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
