import { Fragment, type ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { mayReopen } from '#contract/job-applications/correction.ts'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { plainDate } from '#contract/dates.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { phoneWords } from '#contract/normalise.ts'
import { serverHtml } from '../html.ts'
import { textLanguage, translate } from '../language/translate.ts'
import { EmailText } from '../ui/email-text.tsx'
import { Documents } from './documents.tsx'
import { SectionBox } from './section-box.tsx'

const NothingYet = () => (
  <p className="quiet">
    <Trans>Nothing yet</Trans>
  </p>
)

// A date is read at noon UTC, which is the same day in Nairobi. A draft may have no date yet: its empty
// text is shown as it is.
const dateOf = (civilDate: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(civilDate) ? translate(plainDate(new Date(`${civilDate}T12:00:00Z`))) : civilDate

const periodOf = ({ start_date, end_date, currently_working }: Application['experience'][number]) => {
  const start = dateOf(start_date)
  const end = currently_working ? translate(WIZARD_WORDS.present) : dateOf(end_date)
  return t`${start} to ${end}`
}

/** Education, work experience and referees, as the person wrote them (W22, W21, W5). */
const Lists = ({ application }: { application: Application }) => (
  <>
    <SectionBox name={t`Education`}>
      {application.education.length === 0 && <NothingYet />}
      {application.education.map((education, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no key, and keep their order
        <article className="record" key={index}>
          <h4>
            {[translate(education.qualification_level_name), education.area_of_study]
              .filter(Boolean)
              .join(', ')}
          </h4>
          <p>{education.institution}</p>
          <p className="small quiet num">{education.year_of_completion}</p>
        </article>
      ))}
    </SectionBox>
    <SectionBox name={t`Work experience`}>
      {application.experience.length === 0 && <NothingYet />}
      {application.experience.map((experience, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <article className="record" key={index}>
          {experience.no_experience ? (
            <p>{translate(WIZARD_WORDS.noExperience)}</p>
          ) : (
            <>
              <h4>{experience.position}</h4>
              <p>{experience.company}</p>
              <p className="small quiet">{periodOf(experience)}</p>
              <p className="small lines">{experience.responsibilities}</p>
            </>
          )}
        </article>
      ))}
    </SectionBox>
    <SectionBox name={t`Referees`}>
      {application.referees.length === 0 && <NothingYet />}
      {application.referees.map((referee, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <article className="record" key={index}>
          <h4>{referee.name}</h4>
          <p>{[referee.position, referee.organization].filter(Boolean).join(', ')}</p>
          <p className="small quiet">
            {[referee.email, phoneWords(referee.phone)].filter(Boolean).join(' · ')}
          </p>
          {(referee.relationship || referee.contact) && (
            <p className="small quiet">
              {[referee.relationship, referee.contact].filter(Boolean).join(' · ')}
            </p>
          )}
        </article>
      ))}
    </SectionBox>
  </>
)

const personalFacts = (application: Application) => {
  const facts: [string, ReactNode][] = [
    [t`Full name`, `${application.user.first_name} ${application.user.last_name}`],
    [t`Email`, application.user.email && <EmailText email={application.user.email} />],
    [t`Address`, application.address],
    [t`Employment number`, application.employment_number],
    [t`Huduma centre`, application.huduma_centre_name],
    [t`By-election area`, application.by_election_area_name],
  ]
  return facts.filter(([, value]) => Boolean(value))
}

/** Says who can still change the answers of the application. */
const whoMayChange = (application: Application) => {
  const { submitted_at: submittedAt } = application
  if (!submittedAt) {
    return application.job.is_expired
      ? t`The job has closed. No one can change this.`
      : t`You can still change everything here.`
  }
  const day = translate(plainDate(new Date(submittedAt)))
  if (mayReopen(application))
    return t`This is what you sent on ${day}. Only you can correct it, while the job is open.`
  return t`This is what you sent on ${day}. No one can change it.`
}

/**
 * All answers of an application, its documents, and what the job requires (S2 §2). After the submit, the
 * answers are those that were sent (L8).
 */
export const WhatYouSent = ({ application }: { application: Application }) => (
  <section className="band">
    <h2>{application.submitted_at ? t`What you sent` : t`What is there so far`}</h2>
    <p className="small quiet mb4">{whoMayChange(application)}</p>
    <SectionBox name={t`Personal details`}>
      <dl className="facts flush">
        {personalFacts(application).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="any">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </SectionBox>
    <Lists application={application} />
    <Documents application={application} />
    {application.job.qualification && (
      <SectionBox name={t`What the job asked for`}>
        <div
          className="prose"
          lang={textLanguage(application.job, 'qualification')}
          dangerouslySetInnerHTML={serverHtml(application.job.qualification)}
        />
      </SectionBox>
    )}
  </section>
)
