import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'

type Props = {
  title?: string
  act: string
  busy?: boolean
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks again before an action that affects others: what it does, with the same words on the button. */
export const Confirm = ({ act, title = `${act}?`, busy = false, onAct, onClose, children }: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" aria-disabled={busy} onClick={onAct}>
          {act}
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          Cancel
        </button>
      </>
    }
  >
    {children}
  </Dialog>
)
