import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react'
import { clockTime, clockTimeInFull, plainDate } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { referenceAloud } from '#contract/job-applications/reference-numbers.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { Stamp } from '../ui/stamp.tsx'
import { Comb } from './comb.tsx'
import { QrCode } from './qr-code.tsx'
import { saveReceipt } from './save-receipt.ts'
import { SharePicture } from './share-picture.tsx'
import './receipt.css'

const inFours = (hex: string) => hex.match(/.{1,4}/g) ?? []

/** An address without its scheme, in pieces: it may break before a slash or a full stop. */
const partsOf = (address: string) => address.replace(/^https?:\/\//, '').split(/(?=[./])/)

/**
 * Marks the parents of the receipt, so that printing leaves out everything else. A rule with `:has` is newer
 * than the browsers we support.
 */
function useMarkedParents(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const parents: HTMLElement[] = []
    for (let parent = card.current?.parentElement; parent; parent = parent.parentElement) parents.push(parent)
    for (const parent of parents) parent.dataset.holdsReceipt = ''
    return () => parents.forEach((parent) => delete parent.dataset.holdsReceipt)
  }, [card])
}

/** A shorter wait before the submit is not worth a line: both times would read the same. */
const SHOWN_DIFFERENCE_MS = 1_000

type ReceiptProps = { receipt: Receipt }

const WhichApplication = ({ receipt, issuer }: ReceiptProps & { issuer: string | undefined }) => (
  <div className="receipt-part">
    {issuer !== undefined && <p className="issuer">{issuer}</p>}
    <p className="folio">
      <span>Receipt of application</span>
      <span className="ref">{receipt.job_reference}</span>
    </p>
    <p className="small">Reference number</p>
    <Comb reference={receipt.reference_number} />
    <p className="tiny quiet">On the phone say: {referenceAloud(receipt.reference_number)}.</p>
  </div>
)

function WhatWasReceived({ receipt }: ReceiptProps) {
  // With a ticket, the application counts from the time it reached us.
  const receivedAt = receipt.received_at ?? receipt.submitted_at
  const receivedDate = new Date(receivedAt)
  const submittedDate = new Date(receipt.submitted_at)
  const [day, month, year] = plainDate(receivedDate).split(' ')
  return (
    <div className="receipt-part receipt-middle">
      <dl className="facts flush">
        <dt>Job</dt>
        <dd className="bold any">
          <JobTitle title={receipt.job_title} />
        </dd>
        <dt>Applicant</dt>
        <dd className="any">{receipt.name}</dd>
        <dt>Received</dt>
        <dd>
          <time dateTime={receivedAt}>
            <b className="nowrap">{plainDate(receivedDate)}</b>
            <br />
            <b>{clockTimeInFull(receivedDate)}</b> <span className="quiet nowrap">by our clock, EAT</span>
          </time>
        </dd>
        {submittedDate.getTime() - receivedDate.getTime() >= SHOWN_DIFFERENCE_MS && (
          <>
            <dt>Submitted</dt>
            <dd>
              <time dateTime={receipt.submitted_at}>{clockTimeInFull(submittedDate)}</time>{' '}
              <span className="quiet">The time when we received it counts.</span>
            </dd>
          </>
        )}
      </dl>
      <Stamp
        id="slip"
        word="Received"
        date={`${day} ${month?.slice(0, 3)} ${year}`}
        issuer={`${clockTime(receivedDate)} EAT`}
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

const Proof = ({ receipt }: ReceiptProps) => (
  <dl className="proof tiny">
    <dt>Fingerprint of what was sent (SHA-256)</dt>
    <dd className="hex num">
      {inFours(receipt.digest).map((four, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a fingerprint never move
        <span key={index}>{four} </span>
      ))}
    </dd>
    <dt>Signed by us</dt>
    <dd className="any">
      {receipt.signature.slice(0, 16)}…{' '}
      <span className="quiet">with the key {receipt.key}; the saved file has the whole signature</span>
    </dd>
  </dl>
)

function HowToCheck({ receipt }: ReceiptProps) {
  const address = `${receipt.verify_url}#r=${receipt.reference_number}&d=${receipt.digest}`
  return (
    <div className="receipt-part receipt-foot">
      <QrCode text={address} name="QR code that opens the page where this receipt is checked" />
      <div>
        <p className="tiny">
          Scan to check this receipt, or open
          <br />
          <VerifyLink address={address} text={receipt.verify_url} />
        </p>
        <div className="sign" />
        <p className="tiny quiet">Signature, when you bring it to interview</p>
      </div>
      <Proof receipt={receipt} />
    </div>
  )
}

/**
 * The receipt of an application: shown, printed on one page, shared as a picture, or saved as the file that
 * /verify checks. A page that shows it prints only the receipt.
 */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const site = useSite()
  const card = useRef<HTMLDivElement>(null)
  useMarkedParents(card)
  return (
    <div className="receipt" ref={card}>
      <article className="receipt-box" aria-label="Receipt of application">
        <WhichApplication receipt={receipt} issuer={site?.organisation.name} />
        <div className="receipt-perforation" />
        <WhatWasReceived receipt={receipt} />
        <div className="receipt-perforation" />
        <HowToCheck receipt={receipt} />
      </article>
      <p className="btn-row mt4 no-print">
        <SharePicture receipt={receipt} issuer={site?.organisation.name ?? ''} />
        <button className="btn btn-2" type="button" onClick={() => print()}>
          <Icon name="print" /> Print or save as PDF
        </button>
        <button className="btn btn-2" type="button" onClick={() => saveReceipt(receipt)}>
          <Icon name="save" /> Save the file for checking
        </button>
      </p>
    </div>
  )
}
