import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** A native dialog: keeps the focus inside, closes with Escape, and returns the focus to where it was. */
export function Dialog({
  title,
  children,
  buttons,
  onClose,
}: {
  title: ReactNode
  children: ReactNode
  buttons: ReactNode
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Close before unmount: afterwards the browser would not know where to return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) {
      shown.showModal()
      // The browser focuses the first button, which comes last: a dialog longer than the screen would open at
      // its end.
      if (shown.scrollHeight > shown.clientHeight) {
        heading.current?.focus()
        shown.scrollTop = 0
      }
    }
    // In development React runs this twice: the `close` event then arrives while the dialog is open again,
    // and is ignored.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={onClose}
      onClose={() => !dialog.current?.open && onClose()}
    >
      <h2 id="dialog-title" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
      <div className="btns">{buttons}</div>
    </dialog>
  )
}
