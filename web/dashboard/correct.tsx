import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CORRECTION_WORDS as WORDS, mayReopen } from '#contract/job-applications/correction.ts'
import { CORRECTED_WORDS } from '#contract/job-applications/sending-words.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Done, DoneMessage } from '../ui/done-message.tsx'

/** The error of a failed call: the server's reason for a conflict (409), otherwise `sentence`. */
const errorsOr =
  (sentence: string) =>
  (error: unknown): FieldError[] => {
    const message = isCallFailed(error) && error.status === 409 ? firstOf(error.body, ['message']) : undefined
    return [{ sentence: message ?? sentence }]
  }

type QuestionProps = {
  title: string
  /** What the confirming button does. It rejects if the server refuses. */
  confirm: () => Promise<void>
  confirmName: string
  /** The label of the confirming button while its call runs. */
  busyName: string
  /** The label of the button that closes the dialog and changes nothing. */
  cancelName: string
  /** The title above the error if the call fails. */
  failedTitle: string
  /** The error itself, where the server gives no reason. */
  failed: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that asks for a confirmation, for example before a sent application opens again. */
function Question({
  title,
  confirm,
  confirmName,
  busyName,
  cancelName,
  failedTitle,
  failed,
  onClose,
  children,
}: QuestionProps) {
  const { errors, round, busy, send } = useSending(errorsOr(failed))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <button className="btn btn-2" type="button" onClick={onClose}>
            {translate(cancelName)}
          </button>
          <button className="btn" type="button" aria-disabled={busy} onClick={() => void send(confirm)}>
            {translate(busy ? busyName : confirmName)}
          </button>
        </>
      }
    >
      <ErrorSummary errors={errors} round={round} title={failedTitle} />
      {children}
    </Dialog>
  )
}

/** The button to correct a sent application, while its job is open and until there is a verdict (W15). */
export function Correct({ application }: { application: Application }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  // `correction` is set if the application is open again already, as `CorrectionBanner` then shows.
  if (!mayReopen(application) || application.correction) return null
  const reopen = async () => {
    await call('POST /api/job-applications/{id}/reopen/', { params: { id: application.id } })
    void navigate(paths.apply(application.job.id))
  }
  return (
    <section className="band">
      <h2>
        <Trans>Something is wrong in it?</Trans>
      </h2>
      <p className="mt2">{translate(WORDS.meaning(application.job.expiry_date))}</p>
      <p className="mt4">
        <button className="btn btn-2" type="button" onClick={() => setIsAsking(true)}>
          {translate(WORDS.button)}
        </button>
      </p>
      {isAsking && (
        <Question
          title={translate(WORDS.title)}
          confirm={reopen}
          confirmName={WORDS.confirm}
          busyName={WORDS.opening}
          cancelName={WORDS.cancel}
          failedTitle={t`Not opened`}
          failed={WORDS.failed}
          onClose={close}
        >
          <p>{translate(WORDS.meaning(application.job.expiry_date))}</p>
          <p className="mt3">{translate(CORRECTED_WORDS.counts)}</p>
        </Question>
      )}
    </section>
  )
}

/** A correction that is not sent: what counts, how to continue, and how to give it up (W15). */
export function CorrectionBanner({ application }: { application: Application }) {
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [done, setDone] = useState<Done>()
  const { correction, job } = application
  const keepSent = async () => {
    await call('POST /api/job-applications/{id}/keep-sent/', { params: { id: application.id } })
    setIsAsking(false)
    setDone({ words: WORDS.kept })
    void revalidate()
  }
  return (
    <>
      <DoneMessage done={correction ? undefined : done} className="mt4" />
      {correction && (
        <div className="callout is-amber mt4">
          <p>
            <b>
              {job.is_expired
                ? t`The job closed before you sent your correction.`
                : t`Your correction is not sent yet.`}
            </b>{' '}
            {job.is_expired ? t`What you sent before counts.` : translate(CORRECTED_WORDS.counts)}
          </p>
          <p className="btn-row mt3">
            {!job.is_expired && (
              <Link className="btn" to={paths.apply(job.id)}>
                {translate(WORDS.continue)}
              </Link>
            )}
            <button className="btn btn-2" type="button" onClick={() => setIsAsking(true)}>
              {translate(WORDS.keep)}
            </button>
          </p>
        </div>
      )}
      {isAsking && (
        <Question
          title={translate(WORDS.keepTitle)}
          confirm={keepSent}
          confirmName={WORDS.keepConfirm}
          busyName={WORDS.deleting}
          cancelName={t`Cancel`}
          failedTitle={t`Not deleted`}
          failed={WORDS.keepFailed}
          onClose={() => setIsAsking(false)}
        >
          <p>{translate(WORDS.keepMeaning)}</p>
        </Question>
      )}
    </>
  )
}
