import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, clockTimeInFull, nairobiTime, plainDate, stampDate } from '#contract/dates.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { CONTENT_LANGUAGE, IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { Stamp } from '../ui/stamp.tsx'

/** The time of arrival has its own line only if it differs by more than this from the time of the submit. */
const SHOWN_DIFFERENCE_MS = 1_000

/** The job with its title in the language of the page, for receipts in Kiswahili. */
export type ReceiptJob = Pick<Job, 'title' | 'in_kiswahili'>
type Props = { receipt: Receipt; job: ReceiptJob | undefined }

/** The server signed the receipt with the English title of the job, so that title is shown too. */
const TitleInBoth = ({ title, signedTitle }: { title: string; signedTitle: string }) => (
  <dd className="any">
    <b>
      <JobTitle title={title} />
    </b>
    <br />
    <span className="small quiet" lang="en">
      <JobTitle title={signedTitle} />
    </span>
  </dd>
)

function ReceivedTime({ receivedAt }: { receivedAt: string }) {
  const receivedDate = new Date(receivedAt)
  return (
    <time dateTime={receivedAt}>
      <b className="nowrap">{translate(plainDate(receivedDate))}</b>
      <br />
      <b>{translate(clockTimeInFull(receivedDate))}</b>
      {/* Beside a time in Kiswahili, which is longer, the stamp would have no space. */}
      {IS_KISWAHILI ? <br /> : ' '}
      <span className="quiet nowrap">
        <Trans>by our clock, EAT</Trans>
      </span>
    </time>
  )
}

/** The middle part of the receipt: the job, the applicant, and when the application arrived. */
export function WhatWasReceived({ receipt, job }: Props) {
  // With a ticket, the application counts from the time when it reached the server. Old receipts lack that
  // time.
  const receivedAt = receipt.received_at ?? receipt.submitted_at
  const receivedDate = new Date(receivedAt)
  const submittedDate = new Date(receipt.submitted_at)
  // A time in Kiswahili words is too long for the arc of the stamp, so it is `17:00` there,
  // a part of `2026-12-03T17:00:00.000`.
  const stampTime = IS_KISWAHILI ? nairobiTime(receivedDate).slice(11, 16) : clockTime(receivedDate)
  return (
    <div className="receipt-part receipt-middle">
      <dl className="facts flush">
        <dt>
          <Trans>Job</Trans>
        </dt>
        {/* `textLanguage` is undefined if the title is in Kiswahili, the language of the page. */}
        {IS_KISWAHILI && job && !textLanguage(job, 'title') ? (
          <TitleInBoth title={job.title} signedTitle={receipt.job_title} />
        ) : (
          <dd className="bold any" lang={CONTENT_LANGUAGE}>
            <JobTitle title={receipt.job_title} />
          </dd>
        )}
        <dt>
          <Trans>Applicant</Trans>
        </dt>
        <dd className="any">{receipt.name}</dd>
        <dt>
          <Trans context="receipt">Received</Trans>
        </dt>
        <dd>
          <ReceivedTime receivedAt={receivedAt} />
        </dd>
        {submittedDate.getTime() - receivedDate.getTime() >= SHOWN_DIFFERENCE_MS && (
          <>
            <dt>
              <Trans>Submitted</Trans>
            </dt>
            <dd>
              <time dateTime={receipt.submitted_at}>{translate(clockTimeInFull(submittedDate))}</time>{' '}
              <span className="quiet">
                <Trans>The time when we received it counts.</Trans>
              </span>
            </dd>
          </>
        )}
      </dl>
      {/* Where other stamps name an issuer, this one has the time. */}
      <Stamp
        id="receipt"
        word={t({ message: 'Received', context: 'stamp' })}
        date={stampDate(receivedDate)}
        issuer={`${stampTime} EAT`}
      />
    </div>
  )
}
