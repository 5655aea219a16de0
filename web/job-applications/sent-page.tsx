import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { CORRECTED_WORDS, SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { ifKiswahili, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { ReceiptCard } from '../receipt/receipt-card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { Comb } from '../receipt/comb.tsx'
import type { Sent } from './application-state.ts'
import type { Wizard } from './use-wizard.ts'

/** Only the receipt of a correction has a version number. */
const titleOf = ({ receipt }: Sent) =>
  translate(receipt.version ? CORRECTED_WORDS.sent : WIZARD_WORDS.submitted)

/** After the submit: the success dialog with the reference, and the receipt behind it (S2 §2). */
export function SentPage({ sent, wizard }: { sent: Sent; wizard: Wizard }) {
  const [isDismissed, setDismissed] = useState(false)
  const { identity, context } = wizard
  const missingFilesNote = sent.withoutFiles?.length ? (
    <p className="callout is-amber mt4 mb5">
      {translate(SENDING_WORDS.sentWithout(sent.withoutFiles, context.job))}
    </p>
  ) : null
  useEffect(() => {
    // The braces make the effect return nothing: `scrollTo` returns a promise in newer browsers.
    scrollTo(0, 0)
  }, [])
  return (
    <div className="wrap page sent">
      <div className="no-print">
        <h1>{titleOf(sent)}</h1>
        <p className="lead mt2 mb5">
          <Trans>Keep this receipt. Its number proves that we have your application.</Trans>{' '}
          {sent.receipt.version && (
            <Trans>The number is the same as before. This receipt replaces the one before.</Trans>
          )}
        </p>
        {missingFilesNote}
      </div>
      <div className="sent-cols">
        <ReceiptCard receipt={sent.receipt} job={ifKiswahili(context.job)} />
        <div className="no-print">
          <p>
            <Link className="btn" to={paths.dashboard}>
              {translate(WIZARD_WORDS.toDashboard)}
            </Link>
          </p>
          <WhatHappensNow email={identity.email} />
        </div>
      </div>
      {!isDismissed && (
        <SuccessDialog
          title={titleOf(sent)}
          reference={sent.reference}
          missingFilesNote={missingFilesNote}
          onClose={() => setDismissed(true)}
        />
      )}
    </div>
  )
}

const WhatHappensNow = ({ email }: { email: string }) => (
  <>
    <h2 className="heading-small mt6">
      <Trans>What happens now</Trans>
    </h2>
    <ol className="rules">
      <li>
        <span className="fig">1</span>
        <div>
          <Trans>
            We have emailed this number to{' '}
            <b className="any">
              <EmailText email={email} />
            </b>
            .
          </Trans>
        </div>
      </li>
      <li>
        <span className="fig">2</span>
        <div>
          <Trans>
            After the closing date, officers read every application. Your application then says Under Review.
          </Trans>
        </div>
      </li>
      <li>
        <span className="fig">3</span>
        <div>
          <Trans>You see every change under My Applications. No one may ask you to pay.</Trans>
        </div>
      </li>
    </ol>
  </>
)

const SuccessDialog = ({
  title,
  reference,
  missingFilesNote,
  onClose,
}: {
  title: string
  reference: string | null
  missingFilesNote: ReactNode
  onClose: () => void
}) => (
  <Dialog
    title={title}
    onClose={onClose}
    buttons={
      <>
        <Link className="btn" to={paths.dashboard}>
          {translate(WIZARD_WORDS.toDashboard)}
        </Link>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>See my receipt</Trans>
        </button>
      </>
    }
  >
    <p className="small">
      <Trans>Reference number</Trans>
    </p>
    {reference ? (
      <Comb reference={reference} />
    ) : (
      <p className="bold">{translate(WIZARD_WORDS.noReference)}</p>
    )}
    <p>
      <Trans>
        Write this number down or keep the receipt. With the number, our staff can find your application.
      </Trans>
    </p>
    {missingFilesNote}
  </Dialog>
)
