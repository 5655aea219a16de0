import { Fragment } from 'react'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { plainDate } from '#contract/dates.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { phoneWords } from '#contract/normalise.ts'
import { serverHtml } from '../html.ts'
import { EmailText } from '../ui/email-text.tsx'
import { Documents } from './documents.tsx'
import { SectionBox } from './section-box.tsx'

const NothingYet = () => <p className="quiet">Nothing yet</p>

// Noon UTC is on the same day in Nairobi. A text that is no date is shown as it is.
const dateOf = (civilDate: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(civilDate) ? plainDate(new Date(`${civilDate}T12:00:00Z`)) : civilDate

/** Education, work experience and referees, as the person wrote them (W22, W21, W5). */
const Lists = ({ application }: { application: Application }) => (
  <>
    <SectionBox name="Education">
      {application.education.length === 0 && <NothingYet />}
      {application.education.map((education, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no other key, and keep their order
        <article className="record" key={index}>
          <h4>{[education.qualification_level_name, education.area_of_study].filter(Boolean).join(', ')}</h4>
          <p>{education.institution}</p>
          <p className="small quiet num">{education.year_of_completion}</p>
        </article>
      ))}
    </SectionBox>
    <SectionBox name="Work experience">
      {application.experience.length === 0 && <NothingYet />}
      {application.experience.map((experience, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <article className="record" key={index}>
          {experience.no_experience ? (
            <p>{WIZARD_WORDS.noExperience}</p>
          ) : (
            <>
              <h4>{experience.position}</h4>
              <p>{experience.company}</p>
              <p className="small quiet">
                {dateOf(experience.start_date)} to{' '}
                {experience.currently_working ? WIZARD_WORDS.present : dateOf(experience.end_date)}
              </p>
              <p className="small lines">{experience.responsibilities}</p>
            </>
          )}
        </article>
      ))}
    </SectionBox>
    <SectionBox name="Referees">
      {application.referees.length === 0 && <NothingYet />}
      {application.referees.map((referee, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <article className="record" key={index}>
          <h4>{referee.name}</h4>
          <p>{[referee.position, referee.organization].filter(Boolean).join(', ')}</p>
          <p className="small quiet">
            {[referee.email, phoneWords(referee.phone)].filter(Boolean).join(' · ')}
          </p>
        </article>
      ))}
    </SectionBox>
  </>
)

const personalFacts = (application: Application) => {
  const facts: [string, string][] = [
    ['Full name', `${application.user.first_name} ${application.user.last_name}`],
    ['Email', application.user.email],
    ['Address', application.address],
    ['Employment number', application.employment_number],
    ['Huduma centre', application.huduma_centre_name],
    ['By-election area', application.by_election_area_name],
  ]
  return facts.filter(([, value]) => value)
}

/**
 * All answers of an application, its documents, and what the job requires (S2 §2). After the submit, the
 * answers are those that were sent (L8).
 */
export const WhatYouSent = ({ application }: { application: Application }) => (
  <section className="band">
    <h2>{application.submitted_at ? 'What you sent' : 'What is there so far'}</h2>
    <p className="small quiet mb4">
      {application.submitted_at
        ? `This is what you sent on ${plainDate(new Date(application.submitted_at))}. No one can change it.`
        : 'You can still change everything here.'}
    </p>
    <SectionBox name="Personal details">
      <dl className="facts flush">
        {personalFacts(application).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="any">{name === 'Email' ? <EmailText email={value} /> : value}</dd>
          </Fragment>
        ))}
      </dl>
    </SectionBox>
    <Lists application={application} />
    <Documents application={application} />
    {application.job.qualification && (
      <SectionBox name="What the notice asked for">
        <div className="prose" dangerouslySetInnerHTML={serverHtml(application.job.qualification)} />
      </SectionBox>
    )}
  </section>
)
