/** Whether a finger or a mouse button is down, anywhere on the page. */
let isPressed = false
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const endOfPress of ['pointerup', 'pointercancel'])
    document.addEventListener(endOfPress, () => (isPressed = false), true)
}

/** The browser reports a tap's click this many milliseconds, at most, after the finger has left. */
const CLICK_MS = 250

/**
 * Runs `work` once no finger or mouse button is down and the click has arrived. Returns a function that
 * cancels this.
 */
export function afterPress(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => (isPressed ? wait() : work()), CLICK_MS)
  }
  wait()
  return () => clearTimeout(timer)
}
