/** Calls a function of `on` each time that its event happens to the page. Returns how to stop. */
export function onPageEvents(on: {
  hidden: () => void
  shown: () => void
  /** Called when a field loses the focus. */
  blurred: () => void
  closing: () => void
  online: () => void
}) {
  const visibilityChanged = () => (document.visibilityState === 'hidden' ? on.hidden() : on.shown())
  document.addEventListener('visibilitychange', visibilityChanged)
  document.addEventListener('focusout', on.blurred)
  addEventListener('pagehide', on.closing)
  addEventListener('online', on.online)
  return () => {
    document.removeEventListener('visibilitychange', visibilityChanged)
    document.removeEventListener('focusout', on.blurred)
    removeEventListener('pagehide', on.closing)
    removeEventListener('online', on.online)
  }
}
