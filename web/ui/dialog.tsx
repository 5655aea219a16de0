import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'

/** A dialog of the browser: it keeps the focus inside, closes with Escape, and then returns the focus. */
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
  // The dialog must close before it unmounts: later, the browser could not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) {
      shown.showModal()
      // The browser focuses the first button, which is at the end. In a dialog longer than the screen, the
      // start would be out of sight.
      if (shown.scrollHeight > shown.clientHeight) {
        heading.current?.focus()
        shown.scrollTop = 0
      }
    }
    // In development, React runs this effect twice. The first `close` event then arrives while the dialog is
    // open again, so `onClose` below ignores it.
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
        {typeof title === 'string' ? translate(title) : title}
      </h2>
      {children}
      <div className="btns">{buttons}</div>
    </dialog>
  )
}
