import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { stampDate } from '#contract/dates.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/review/stages.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import { Icon } from '../ui/icon.tsx'
import { yearsFromMonths } from './columns.tsx'
import type { Case } from './use-case.ts'

export const dateAndTime = (isoTime: string) =>
  `${stampDate(new Date(isoTime))}, ${hourAndMinute(Date.parse(isoTime))}`
/**
 * `Nov 2026` of `2026-11-24`. The day becomes the 2nd, which is in the same month in every time zone. From
 * its words, `2 Nov 2026`, the first two characters are cut off. A text that is no date stays as it is.
 */
const monthWords = (isoTime: string) =>
  /^\d{4}-\d{2}/.test(isoTime) ? stampDate(new Date(`${isoTime.slice(0, 7)}-02`)).slice(2) : isoTime

export const Experience = ({ application }: { application: Case }) => (
  <>
    <h3>
      <Trans>
        Work experience <span className="quiet num">{yearsFromMonths(application.experience)} years</span>
      </Trans>
    </h3>
    {application.experience_entries.length === 0 && <p className="quiet">{t`None is listed.`}</p>}
    <ul className="review-lines">
      {application.experience_entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={index}>
          <p className="review-pair">
            <b>{entry.position}</b>
            <span className="num quiet">
              {monthWords(entry.start_date)} – {entry.end_date ? monthWords(entry.end_date) : t`now`}
            </span>
          </p>
          <p>{entry.company}</p>
          <p className="quiet">{entry.responsibilities}</p>
        </li>
      ))}
    </ul>
  </>
)

export const Education = ({ application }: { application: Case }) => (
  <>
    <h3>{t`Education`}</h3>
    {application.education.length === 0 && <p className="quiet">{t`None is listed.`}</p>}
    <ul className="review-lines">
      {application.education.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={index}>
          <p className="review-pair">
            <b>{entry.level}</b>
            <span className="num quiet">{entry.year}</span>
          </p>
          <p>
            {entry.area_of_study}, {entry.institution}
          </p>
        </li>
      ))}
    </ul>
  </>
)

export const Referees = ({ application }: { application: Case }) => (
  <>
    <h3>{t`Referees`}</h3>
    {application.referees.length === 0 && <p className="quiet">{t`None is named.`}</p>}
    <ul className="review-lines">
      {application.referees.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={index}>
          {entry.name ? <b>{entry.name}</b> : <span className="quiet">{t`Name and contacts hidden`}</span>}
          <p>
            {entry.position}, {entry.organization}
          </p>
          {(entry.phone ?? entry.email) && (
            <p className="num">{[entry.phone, entry.email].filter(Boolean).join(', ')}</p>
          )}
          {(entry.relationship || entry.contact) && (
            <p>{[entry.relationship, entry.contact].filter(Boolean).join(', ')}</p>
          )}
        </li>
      ))}
    </ul>
  </>
)

/** When the applicant corrected the application. Officers read only its last version, listed first (W15). */
export const Versions = ({ application: { versions } }: { application: Case }) => {
  if (versions.length < 2) return null
  return (
    <>
      <h3>{t`Versions`}</h3>
      <p>{t`The applicant corrected this application. You see the last version, and only it counts.`}</p>
      <ul className="review-lines">
        {versions.map(({ version, at: moment }, index) => (
          <li className="review-pair" key={version}>
            <span>{index === 0 ? t`Version ${version}, shown here` : t`Version ${version}`}</span>
            <span className="num quiet">{dateAndTime(moment)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The warnings about an application. Each of its `shares` lists other applications with the same thing, such
 * as the same phone; `more` counts those that are not listed.
 */
export const Flags = ({ application, onOpen }: { application: Case; onOpen: (id: number) => void }) => {
  const unshared = application.flags.filter(
    (flag) => !application.shares.some((share) => share.flag === flag),
  )
  if (application.flags.length === 0 && application.shares.length === 0) return null
  return (
    <>
      <h3>{t`Flags`}</h3>
      <ul className="review-lines">
        {unshared.map((flag) => (
          <li className="text-amber" key={flag}>
            <Icon name="warn" size="icon-small" /> {FLAG_WORDS[flag]}
          </li>
        ))}
        {application.shares.map(({ flag, applications, more }) => (
          <li key={flag}>
            <p className="text-amber">
              <Icon name="warn" size="icon-small" /> {FLAG_WORDS[flag]}
            </p>
            <p className="review-shares">
              {applications.map((entry) => (
                <button className="link num" type="button" key={entry.id} onClick={() => onOpen(entry.id)}>
                  {entry.reference}
                </button>
              ))}
              {more > 0 && (
                <span>
                  <Trans>and {more.toLocaleString('en')} more</Trans>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

export const History = ({ application }: { application: Case }) => (
  <>
    <h3>{t`History`}</h3>
    {application.history.length === 0 && <p className="quiet">{t`No decisions yet.`}</p>}
    <ul className="review-lines">
      {application.history.map(({ at: moment, stage, reason, by }) => (
        <li key={moment}>
          <p className="review-pair">
            <b>{STAGE_WORDS[stage]}</b>
            <span className="num quiet">{dateAndTime(moment)}</span>
          </p>
          {by.length > 0 && <p>{by.map(({ name, role }) => `${name}, ${role}`).join('; ')}</p>}
          {reason && <p className="quiet">“{reason}”</p>}
        </li>
      ))}
    </ul>
  </>
)
