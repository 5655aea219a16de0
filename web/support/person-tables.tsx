import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { longDeadline, shortDeadline } from '#contract/dates.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

type Application = HelpedPerson['applications'][number]
type Email = HelpedPerson['letters'][number]
type Correction = HelpedPerson['corrections'][number]

// The server hides the time and the reference of a sent application from officers who review its job.
const sentWords = ({ submitted_at, sent }: Application) => {
  if (submitted_at) return shortDeadline(submitted_at)
  return sent ? 'Hidden' : ''
}

const APPLICATIONS: Column<Application>[] = [
  {
    header: 'Reference',
    cell: ({ reference, sent }) => (
      <span className="nowrap num">{reference ?? (sent ? 'Hidden' : 'Not sent')}</span>
    ),
  },
  {
    header: 'Job',
    cell: ({ job }) => (
      <>
        {job.title} <span className="quiet nowrap">{job.reference}</span>
      </>
    ),
  },
  { header: 'Status', cell: ({ status }) => status },
  { header: 'Sent', cell: sentWords },
]

export const Applications = ({ applications }: { applications: Application[] }) => (
  <>
    <h2 className="mt6 mb4">Applications</h2>
    {applications.length === 0 ? (
      <p className="quiet">No applications.</p>
    ) : (
      <DataTable
        label="Applications"
        columns={APPLICATIONS}
        rows={applications}
        rowKey={({ job }) => job.reference}
      />
    )}
    {applications.some(({ sent, may_review }) => sent && may_review) && (
      <p className="quiet mt3">
        You may review these jobs, so references and dates are hidden from you. They would show you which
        application belongs to this person.
      </p>
    )}
  </>
)

const EMAILS: Column<Email>[] = [
  { header: 'Email', cell: ({ what }) => what },
  { header: 'State', cell: ({ state }) => (state === 'failed' ? 'Failed' : 'Waiting') },
  { header: 'Queued', cell: ({ at: queued }) => (queued ? longDeadline(queued) : 'Hidden') },
  { header: 'Tries', cell: ({ attempts }) => attempts },
  { header: 'Answer', cell: ({ error }) => error },
]

export const UnsentEmails = ({ emails }: { emails: Email[] }) => (
  <>
    <h2 className="mt6 mb4">Emails not sent yet</h2>
    {emails.length === 0 ? (
      <p className="quiet">No email is waiting: the person’s mail server has received every email.</p>
    ) : (
      <DataTable
        label="Emails not sent yet"
        columns={EMAILS}
        rows={emails}
        // An email has no id here.
        rowKey={(email) => emails.indexOf(email)}
      />
    )}
  </>
)

const CORRECTIONS: Column<Correction>[] = [
  { header: 'When', cell: (correction) => longDeadline(correction.at) },
  { header: 'From', cell: ({ from }) => from },
  { header: 'To', cell: ({ to }) => to },
  { header: 'By', cell: ({ by }) => by },
  { header: 'Why', cell: ({ reason }) => reason },
]

export const Corrections = ({ corrections }: { corrections: Correction[] }) =>
  corrections.length === 0 ? null : (
    <>
      <h2 className="mt6 mb4">Names corrected</h2>
      <DataTable label="Names corrected" columns={CORRECTIONS} rows={corrections} rowKey={({ id }) => id} />
    </>
  )
