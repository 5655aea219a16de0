import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'

/** In a double tap, the second tap comes within this time. */
const DOUBLE_TAP_MS = 500
/** `detail` counts clicks of a mouse, but not taps on a phone, where any tap may be the second one. */
const isTapOrDouble = ({ detail, nativeEvent }: MouseEvent) =>
  detail > 1 || (nativeEvent as Partial<PointerEvent>).pointerType === 'touch'

type Props = { title: ReactNode; children: ReactNode; buttons: ReactNode; onClose?: () => void }

/**
 * The browser's own dialog: it keeps the focus inside, closes with Escape, and then returns the focus. If it
 * has no `onClose`, only its buttons close it.
 */
export function Dialog({ title, children, buttons, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const openedAt = useRef(0)
  // After a double tap on the opening button, the second tap would press what is now under the finger.
  const ignoreSecondTap = (event: MouseEvent) => {
    if (isTapOrDouble(event) && performance.now() - openedAt.current < DOUBLE_TAP_MS) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // At a second Escape, or Back on Android, browsers close a dialog even if the page prevents it.
  const handleClose = () => {
    if (dialog.current?.open) return
    if (onClose) onClose()
    else dialog.current?.showModal()
  }
  // The dialog must close before it leaves the page. After that, the browser could not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) {
      shown.showModal()
      openedAt.current = performance.now()
      // The browser would focus the first button, which is at the end. In a long dialog, its start would then
      // be out of sight.
      if (shown.scrollHeight > shown.clientHeight) {
        heading.current?.focus()
        shown.scrollTop = 0
      }
    }
    // In development, React runs this effect twice. The first `close` event then arrives while the dialog is
    // open again, so `handleClose` ignores it.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby="dialog-title"
      onClickCapture={ignoreSecondTap}
      onCancel={(event) => (onClose ? onClose() : event.preventDefault())}
      onClose={handleClose}
    >
      <h2 id="dialog-title" tabIndex={-1} ref={heading}>
        {typeof title === 'string' ? translate(title) : title}
      </h2>
      {children}
      <div className="btns">{buttons}</div>
    </dialog>
  )
}
