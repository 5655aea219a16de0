import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'

type Props = { title?: string; act: string; busy?: boolean; onAct: () => void; onClose: () => void; children: ReactNode }

/** Asks once more before an act that others will feel: what it does, and the words of the button say it again. */
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
