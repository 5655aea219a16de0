import { useEffect, useState } from 'react'

export type Typed = { subject: string; body: string; template: number | undefined; key: string }

/** Random, and works on a page without TLS, which has no `randomUUID`. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const read = (name: string): Typed | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Typed | null) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * The message an officer writes, saved in this tab until it is sent. Its key stays the same until then, so
 * that no call sends it twice.
 */
export function useSavedMessage(officer: number, job: number) {
  const name = `staffMessage ${officer} ${job}`
  const blank = (): Typed => ({ subject: '', body: '', template: undefined, key: newKey() })
  const [typed, setTyped] = useState(() => read(name) ?? blank())
  useEffect(() => {
    try {
      if (typed.subject || typed.body) sessionStorage.setItem(name, JSON.stringify(typed))
      else sessionStorage.removeItem(name)
    } catch {}
  }, [name, typed])
  return {
    typed,
    type: (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })),
    clear: () => setTyped(blank()),
  }
}
