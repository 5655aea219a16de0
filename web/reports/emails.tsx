import { useState } from 'react'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { useSending } from '../form/use-sending.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'

type Reports = Reply<'GET /api/staff/reports/'>
/** A group of emails about one topic that failed with the same error. The reply calls them `dead`. */
type FailedGroup = Reports['dead'][number]

const waitingColumns = (now: string): Column<Reports['waiting'][number]>[] => [
  { header: t`Email`, rowHeader: true, cell: ({ words }) => words },
  { header: t`Waiting`, numeric: true, label: t`waiting`, cell: ({ count }) => formatNumber(count) },
  { header: t`Put off`, numeric: true, label: t`put off`, cell: ({ put_off }) => formatNumber(put_off) },
  { header: t`The oldest since`, label: false, className: 'nowrap', cell: ({ oldest }) => ago(oldest, now) },
]

/** Emails in the queue, by topic. `put_off`: those that a mail server refused and that are tried again. */
export const WaitingEmails = ({ waiting, now }: { waiting: Reports['waiting']; now: string }) => (
  <section aria-labelledby="waiting">
    <h2 id="waiting">
      <Trans>Emails waiting</Trans>{' '}
      <span className="num">{formatNumber(waiting.reduce((sum, { count }) => sum + count, 0))}</span>
    </h2>
    {waiting.length === 0 ? (
      <p className="empty">{t`No email waits.`}</p>
    ) : (
      <DataTable
        layout="report"
        className="reports-emails"
        columns={waitingColumns(now)}
        rows={waiting}
        rowKey={({ topic }) => topic}
      />
    )}
  </section>
)

/**
 * Words for the code of a mail server, such as `550`. The codes 550, 551 and 553 refuse the mailbox itself.
 * 552 means that it is full.
 */
const codeWords = (error: string) => {
  if (/^55[013]$/.test(error)) return t`${error}, the mailbox was not accepted`
  if (/^5\d\d$/.test(error)) return t`${error}, refused by the mail server`
  return error || t`not given`
}

/** Gets the result of an attempt to send emails again. */
type OnDone = (result: NonNullable<ActionResult>) => void

/** Sends a group of failed emails again, and says in words how that went. */
const sendAgain = async ({ topic, error: failure }: FailedGroup): Promise<NonNullable<ActionResult>> => {
  try {
    // One call sends only a part of the emails again. `left` is the number of all others.
    const { retried, left } = await call('POST /api/staff/emails/retry/', { body: { topic, failure } })
    const sentCount = formatNumber(retried)
    const sentWords = plural(retried, {
      one: `${sentCount} email is sent again.`,
      other: `${sentCount} emails are sent again.`,
    })
    return { words: left > 0 ? `${sentWords} ${t`${formatNumber(left)} are left.`}` : sentWords }
  } catch (error) {
    const message = isCallFailed(error) ? firstOf(error.body, ['message']) : undefined
    return { words: message || t`The emails could not be sent again. Please try again.`, isError: true }
  }
}

/** The button that sends a group of failed emails again. */
function Retry({ failure, onDone }: { failure: FailedGroup; onDone: OnDone }) {
  const { busy, send } = useSending()
  const retry = () => send(async () => onDone(await sendAgain(failure)))
  return (
    <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={() => void retry()}>
      <Trans>Send again</Trans>
      <span className="sr-only">
        : {failure.words}, {failure.error}
      </span>
    </button>
  )
}

type FailedTableProps = {
  failures: FailedGroup[]
  /** Whether this officer may send failed emails again. */
  mayRetry: boolean
  onDone: OnDone
}

const failedColumns = ({ mayRetry, onDone }: Omit<FailedTableProps, 'failures'>): Column<FailedGroup>[] => [
  { header: t`Email`, rowHeader: true, cell: ({ words }) => words },
  { header: t`Answer`, label: false, className: 'num', cell: ({ error }) => codeWords(error) },
  { header: t`Failed`, numeric: true, label: t`failed`, cell: ({ count }) => formatNumber(count) },
  { header: t`The last`, label: false, className: 'nowrap', cell: ({ last }) => shortMoment(last) },
  {
    header: t`Action`,
    actions: true,
    cell: (failure) =>
      mayRetry &&
      (failure.may_retry ? (
        <Retry failure={failure} onDone={onDone} />
      ) : (
        <span className="quiet">{t`This code or link has expired. The person can request a new one.`}</span>
      )),
  },
]

const FailedTable = ({ failures, ...choices }: FailedTableProps) => (
  <DataTable
    layout="report"
    className="reports-emails"
    caption={
      <Trans>The mail server refused these emails. We keep them for 30 days. Recipients are not shown.</Trans>
    }
    columns={failedColumns(choices)}
    rows={failures}
    rowKey={({ topic, error }) => `${topic} ${error}`}
  />
)

type FailedProps = { failures: FailedGroup[]; mayRetry: boolean; onReload: () => void }

/** Emails that failed, by topic and the mail server's answer. Some officers can send them again. */
export function FailedEmails({ failures, mayRetry, onReload }: FailedProps) {
  const [result, setResult] = useState<ActionResult>()
  const onDone: OnDone = (done) => {
    setResult(done)
    onReload()
  }
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">
        <Trans>Failed emails</Trans>{' '}
        <span className="num">{formatNumber(failures.reduce((sum, { count }) => sum + count, 0))}</span>
      </h2>
      <ResultMessage result={result} reloadedData={failures} className="mb3" />
      {failures.length === 0 ? (
        <p className="empty">{t`No email has failed.`}</p>
      ) : (
        <FailedTable failures={failures} mayRetry={mayRetry} onDone={onDone} />
      )}
    </section>
  )
}
