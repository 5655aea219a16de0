import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, clockTimeInFull, nairobiTime, plainDate, stampDate } from '#contract/dates.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import {
  CONTENT_LANGUAGE,
  ifKiswahili,
  IS_KISWAHILI,
  textLanguage,
  translate,
} from '../language/translate.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { verifyLinkOf, verifyPageOf } from './check-address.ts'
import { Comb } from './comb.tsx'
import { QrCode } from './qr-code.tsx'
import { spokenReferenceOf } from './spoken-reference.ts'
import { saveReceipt } from './save-receipt.ts'
import { SharePicture } from './share-picture.tsx'
import './receipt.css'

/** A fingerprint in groups of four characters. */
const inFours = (hex: string) => hex.match(/.{1,4}/g) ?? []

/** An address without `https://`, in pieces. A line may break between them, before a slash or a full stop. */
const partsOf = (address: string) => address.replace(/^https?:\/\//, '').split(/(?=[./])/)

/**
 * Marks the elements around the receipt, so that printing leaves out everything else. A CSS rule with `:has`
 * would be newer than the browsers we support.
 */
function useMarkedParents(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const parents: HTMLElement[] = []
    for (let parent = card.current?.parentElement; parent; parent = parent.parentElement) parents.push(parent)
    for (const parent of parents) parent.dataset.holdsReceipt = ''
    return () => parents.forEach((parent) => delete parent.dataset.holdsReceipt)
  }, [card])
}

/** The time of arrival has its own line only if it differs by more than this from the time of the submit. */
const SHOWN_DIFFERENCE_MS = 1_000
/** The first characters of the signature, which are enough to compare two receipts by eye. */
const SHOWN_SIGNATURE_LENGTH = 16

type ReceiptProps = { receipt: Receipt }
/** The job with its title in the language of the page, for receipts in Kiswahili. */
type ReceiptJob = Pick<Job, 'title' | 'in_kiswahili'>

function WhichApplication({ receipt, issuer }: ReceiptProps & { issuer: string | undefined }) {
  const { version } = receipt
  const spokenReference = spokenReferenceOf(receipt.reference_number)
  return (
    <div className="receipt-part">
      {issuer !== undefined && <p className="issuer">{issuer}</p>}
      <p className="folio">
        <span>
          <Trans>Receipt of application</Trans>
        </span>
        <span className="ref">{receipt.job_reference}</span>
      </p>
      <p className="small">
        <Trans>Reference number</Trans>
      </p>
      <Comb reference={receipt.reference_number} />
      {/* Only the receipt of a corrected application has a version number. */}
      {version && (
        <p className="small bold">
          <Trans>Version {version}</Trans>
        </p>
      )}
      <p className="tiny quiet">
        <Trans>On the phone say: {spokenReference}.</Trans>
      </p>
    </div>
  )
}

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

function WhatWasReceived({ receipt, job }: ReceiptProps & { job: ReceiptJob | undefined }) {
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
        id="slip"
        word={t({ message: 'Received', context: 'stamp' })}
        date={stampDate(receivedDate)}
        issuer={`${stampTime} EAT`}
      />
    </div>
  )
}

const VerifyLink = ({ address, text }: { address: string; text: string }) => (
  <a className="bold any" href={address}>
    {partsOf(text).map((part, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of an address never move
      <Fragment key={index}>
        <wbr />
        {part}
      </Fragment>
    ))}
  </a>
)

function Proof({ receipt }: ReceiptProps) {
  const { key } = receipt
  return (
    <dl className="proof tiny">
      <dt>
        <Trans>Fingerprint of what was sent (SHA-256)</Trans>
      </dt>
      <dd className="hex num">
        {inFours(receipt.digest).map((four, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a fingerprint never move
          <span key={index}>{four} </span>
        ))}
      </dd>
      <dt>
        <Trans>Signed by us</Trans>
      </dt>
      <dd className="any">
        {receipt.signature.slice(0, SHOWN_SIGNATURE_LENGTH)}…{' '}
        <span className="quiet">
          <Trans>with the key {key}; the saved file has the whole signature</Trans>
        </span>
      </dd>
    </dl>
  )
}

function HowToCheck({ receipt }: ReceiptProps) {
  const address = verifyLinkOf(receipt)
  return (
    <div className="receipt-part receipt-foot">
      <QrCode text={address} name={t`QR code that opens the page where this receipt is checked`} />
      <div>
        <p className="tiny">
          <Trans>Scan to check this receipt, or open</Trans>
          <br />
          <VerifyLink address={address} text={verifyPageOf(receipt)} />
        </p>
        <div className="sign" />
        <p className="tiny quiet">
          <Trans>Signature, when you bring it to interview</Trans>
        </p>
      </div>
      <Proof receipt={receipt} />
    </div>
  )
}

/**
 * The receipt of an application: shown, printed on one page, shared as a picture, or saved as the file that
 * /verify checks. A page that shows it prints only the receipt.
 */
export function ReceiptCard({ receipt, job }: { receipt: Receipt; job?: ReceiptJob }) {
  const site = useSite()
  const card = useRef<HTMLDivElement>(null)
  useMarkedParents(card)
  return (
    <div className="receipt" ref={card}>
      <article className="receipt-box" aria-label={t`Receipt of application`}>
        <WhichApplication receipt={receipt} issuer={translate(site?.organisation.name)} />
        <div className="receipt-perforation" />
        <WhatWasReceived receipt={receipt} job={ifKiswahili(job)} />
        <div className="receipt-perforation" />
        <HowToCheck receipt={receipt} />
      </article>
      <p className="btn-row mt4 no-print">
        <SharePicture receipt={receipt} issuer={translate(site?.organisation.name ?? '')} />
        <button className="btn btn-2" type="button" onClick={() => print()}>
          <Icon name="print" /> <Trans>Print or save as PDF</Trans>
        </button>
        <button className="btn btn-2" type="button" onClick={() => saveReceipt(receipt)}>
          <Icon name="save" /> <Trans>Save the file for checking</Trans>
        </button>
      </p>
    </div>
  )
}
