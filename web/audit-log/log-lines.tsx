import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTimeInFull, stampDate } from '#contract/dates.ts'
import type { AuditLine } from '#contract/audit-log/endpoints.ts'
import { ROLE_WORDS, STAFF_ROLES } from '#contract/staff/rights.ts'
import { staffPaths } from '../staff-paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { logAddress } from './log-address.ts'

/** The role that an officer had then. It may be one that officers no longer have. */
const roleOf = ({ role }: AuditLine) => {
  const known = choiceFrom(STAFF_ROLES, role)
  return known ? ROLE_WORDS[known].name : role
}

/** What the portal does at an hour that officers know in advance. All else happens at once. */
const AT_A_SET_HOUR: ReadonlySet<string> = new Set(['list.applied', 'message.left'])

/** Who did it. Without an officer, it was the portal itself or a person at the server's command line. */
const whoOf = (line: AuditLine) => {
  if (line.by) return `${line.by.name}, ${roleOf(line)}`
  if (line.role !== 'portal') return t`The server's command line`
  return AT_A_SET_HOUR.has(line.act) ? t`The portal, at the set hour` : t`The portal`
}

/**
 * The job and the application, as links where this officer may open them. An applicant is shown as a number
 * that links to each entry where an officer saw their data. `about` has further words.
 */
function Subject({
  line: {
    job_id: job,
    job_reference,
    application_id: application,
    application_reference,
    user_id: person,
    about,
  },
}: {
  line: AuditLine
}) {
  const { rights } = useMe()
  // An application has no reference number until it is sent.
  const applicationName = application_reference ?? t`Application ${application ?? ''}`
  const links = [
    job !== null && (
      <Link key="job" className="ref" to={staffPaths.job(job)}>
        {job_reference ?? t`Job ${job}`}
      </Link>
    ),
    application !== null &&
      (job !== null && rights.includes('applications.read') ? (
        <Link key="application" className="ref" to={staffPaths.applications(job, `open=${application}`)}>
          {applicationName}
        </Link>
      ) : (
        <span key="application">{applicationName}</span>
      )),
    person !== null && (
      <Link key="person" to={logAddress({ seen: person })}>
        <Trans>Applicant {person}</Trans>
      </Link>
    ),
  ].filter((entry) => entry !== false)
  return (
    <>
      {links.flatMap((element, index) => (index === 0 ? [element] : [', ', element]))}
      {about !== '' && (links.length === 0 ? about : <div className="quiet">{about}</div>)}
    </>
  )
}

/** The first characters of a digest, enough to compare it by eye. */
const SHOWN_DIGITS = 16

const COLUMNS: Column<AuditLine>[] = [
  {
    header: t`When`,
    cell: ({ at: time }) => (
      <span className="nowrap num">
        {stampDate(new Date(time))}, {clockTimeInFull(new Date(time))}
      </span>
    ),
  },
  { header: t`Who`, cell: whoOf },
  { header: t`What`, cell: ({ words }) => words },
  { header: t`On whom`, cell: (line) => <Subject line={line} /> },
  { header: t`Why`, cell: ({ reason }) => reason },
  {
    header: t`Digest`,
    cell: ({ digest }) => <span className="num nowrap">{digest.slice(0, SHOWN_DIGITS)}</span>,
  },
]

/** Entries of the audit log, newest first. */
export const LogLines = ({ lines }: { lines: AuditLine[] }) => (
  <DataTable label={t`Audit log`} columns={COLUMNS} rows={lines} rowKey={({ id }) => id} />
)
