import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { Dialog } from '../ui/dialog.tsx'

type Props = {
  /** Without a title, the label with a question mark is the title. */
  title?: string
  /** The words of the button that confirms. */
  label: string
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog that asks again before an action that affects others. Its title and its button name the action.
 */
export const Confirm = ({
  label,
  title = `${label}?`,
  busy = false,
  onConfirm,
  onClose,
  children,
}: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" aria-disabled={busy} onClick={onConfirm}>
          {label}
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
      </>
    }
  >
    {children}
  </Dialog>
)
