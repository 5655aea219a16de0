// Text that pages have not sent yet. A session that ends here sends it first.

/** How long a logout waits until unsent text is sent. */
const UNSENT_WAIT_MS = 4_000

type Unsent = { send: () => Promise<void>; onLogoutHeldBack: () => void }
const unsent = new Set<Unsent>()
/**
 * Registers `send`, to run before a session ends here (A13). If it fails, logout waits for the person, and
 * `onLogoutHeldBack` is called. Returns how to cancel.
 */
export const registerUnsent = (work: Unsent) => {
  unsent.add(work)
  return () => void unsent.delete(work)
}
/** Sends all that pages have not sent yet. Returns false if a part of it could not be sent in time. */
export const sendAllUnsent = async (): Promise<boolean> => {
  if (unsent.size === 0) return true
  const allSent = Promise.all([...unsent].map(({ send }) => send())).then(
    () => true,
    () => false,
  )
  const timeLimit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), UNSENT_WAIT_MS))
  return Promise.race([allSent, timeLimit])
}

/** Tells each page that its text could not be sent, and that the person is asked. */
export const reportLogoutHeldBack = () => {
  for (const { onLogoutHeldBack } of unsent) onLogoutHeldBack()
}
