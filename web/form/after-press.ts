let pressed = false
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (pressed = false), true)
}

/** A tap's click comes a little after the finger has gone. */
const CLICK_MS = 250

/** Does `work` when no finger or mouse button is down any more and its click has arrived. Returns how to call it off. */
export function afterPress(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => (pressed ? wait() : work()), CLICK_MS)
  }
  wait()
  return () => clearTimeout(timer)
}
