import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A native dialog: keeps the keyboard inside, closes with Escape, gives focus back where it was. */
export function Dialog({ title, children, buttons, onClose }: { title: ReactNode; children: ReactNode; buttons: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page: afterwards the browser would no longer know whom to give the focus back to.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="dialog-title" onCancel={onClose} onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
      <div className="btns">{buttons}</div>
    </dialog>
  )
}
