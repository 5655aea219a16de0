import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { useSending } from './use-sending.ts'

type Props = {
  title: ReactNode
  sending: ReturnType<typeof useSending>
  /** The labels of the button that sends, before and during the call. */
  sendLabel: string
  sendingLabel?: string
  onSend: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a dialog, with its errors, its fields, and buttons to send it or to cancel. The buttons are
 * outside the form, so the one that sends names the form by its id.
 */
export const FormDialog = ({
  title,
  sending: { errors, round, busy, send },
  sendLabel,
  sendingLabel = t`Saving...`,
  onSend,
  onClose,
  children,
}: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="submit" form="dialog-form" aria-disabled={busy}>
          {busy ? sendingLabel : sendLabel}
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
      </>
    }
  >
    <form
      id="dialog-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send(onSend)
      }}
      noValidate
      method="dialog"
    >
      <ErrorSummary errors={errors} round={round} />
      {children}
    </form>
  </Dialog>
)
