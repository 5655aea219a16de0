import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { longDeadline, shortMoment } from '#contract/dates.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

type Application = HelpedPerson['applications'][number]
type Email = HelpedPerson['letters'][number]
type Correction = HelpedPerson['corrections'][number]

// The server hides the time and the reference from officers who review the job. Both would show them which
// application belongs to the person.
const sentWords = ({ submitted_at, sent }: Application) => {
  if (submitted_at) return shortMoment(submitted_at)
  return sent ? t`Hidden` : ''
}

const applicationColumns = (onRestore: (job: Application['job']) => void): Column<Application>[] => [
  {
    header: t`Reference`,
    cell: ({ reference, sent }) => (
      <span className="nowrap num">{reference ?? (sent ? t`Hidden` : t`Not sent`)}</span>
    ),
  },
  {
    header: t`Job`,
    cell: ({ job }) => (
      <>
        {job.title} <span className="quiet nowrap">{job.reference}</span>
      </>
    ),
  },
  { header: t`Status`, cell: ({ status }) => status },
  { header: t`Sent`, cell: sentWords },
  {
    header: t`Action`,
    actions: true,
    cell: ({ job, may_restore }) =>
      may_restore && (
        <button className="btn btn-2" type="button" onClick={() => onRestore(job)}>
          <Trans>Put it back</Trans>
        </button>
      ),
  },
]

/** The person's applications, sent or not. `onRestore` restores a withdrawn one. */
export const Applications = ({
  applications,
  onRestore,
}: {
  applications: Application[]
  onRestore: (job: Application['job']) => void
}) => (
  <>
    <h2 className="mt6 mb4">
      <Trans>Applications</Trans>
    </h2>
    {applications.length === 0 ? (
      <p className="quiet">
        <Trans>No applications.</Trans>
      </p>
    ) : (
      <DataTable
        label={t`Applications`}
        columns={applicationColumns(onRestore)}
        rows={applications}
        // The key is the position in the list. A job is no key, because a person may apply again.
        rowKey={(application) => applications.indexOf(application)}
      />
    )}
    {applications.some(({ sent, may_review }) => sent && may_review) && (
      <p className="quiet mt3">
        <Trans>
          You may review these jobs, so references and dates are hidden from you. They would show you which
          application belongs to this person.
        </Trans>
      </p>
    )}
  </>
)

/** `error`: what the person's mail server answered last. */
const EMAILS: Column<Email>[] = [
  { header: t`Email`, cell: ({ what }) => what },
  { header: t`State`, cell: ({ state }) => (state === 'failed' ? t`Failed` : t`Waiting`) },
  { header: t`Queued`, cell: ({ at: queuedAt }) => (queuedAt ? longDeadline(queuedAt) : t`Hidden`) },
  { header: t`Tries`, cell: ({ attempts }) => attempts },
  { header: t`Answer`, cell: ({ error }) => error },
]

export const UnsentEmails = ({ emails }: { emails: Email[] }) => (
  <>
    <h2 className="mt6 mb4">
      <Trans>Emails not sent yet</Trans>
    </h2>
    {emails.length === 0 ? (
      <p className="quiet">
        <Trans>No email is waiting: the person’s mail server has received every email.</Trans>
      </p>
    ) : (
      <DataTable
        label={t`Emails not sent yet`}
        columns={EMAILS}
        rows={emails}
        // An unsent email has no id on this page, so its position in the list is the key.
        rowKey={(email) => emails.indexOf(email)}
      />
    )}
  </>
)

const CORRECTIONS: Column<Correction>[] = [
  { header: t`When`, cell: ({ at: correctedAt }) => longDeadline(correctedAt) },
  { header: t`From`, cell: ({ from }) => from },
  { header: t`To`, cell: ({ to }) => to },
  { header: t`By`, cell: ({ by }) => by },
  { header: t`Why`, cell: ({ reason }) => reason },
]

/** Names that one support officer corrected alone. Today two officers decide on each correction (A26). */
export const Corrections = ({ corrections }: { corrections: Correction[] }) =>
  corrections.length === 0 ? null : (
    <>
      <h2 className="mt6 mb4">
        <Trans>Names corrected</Trans>
      </h2>
      <DataTable
        label={t`Names corrected`}
        columns={CORRECTIONS}
        rows={corrections}
        rowKey={({ id }) => id}
      />
    </>
  )
