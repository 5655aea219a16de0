import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { ifKiswahili, translate } from '../language/translate.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { verifyLinkOf, verifyPageOf } from './check-address.ts'
import { Comb } from './comb.tsx'
import { QrCode } from './qr-code.tsx'
import { spokenReferenceOf } from './spoken-reference.ts'
import { saveReceipt } from './save-receipt.ts'
import { SharePicture } from './share-picture.tsx'
import { type ReceiptJob, WhatWasReceived } from './what-was-received.tsx'
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

/** The first characters of the signature, which are enough to compare two receipts by eye. */
const SHOWN_SIGNATURE_LENGTH = 16

type ReceiptProps = { receipt: Receipt }

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
