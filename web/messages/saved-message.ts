import { useEffect, useState } from 'react'
import { readFromTab, writeToTab } from '../staff-ui/tab-storage.ts'

export type Typed = { subject: string; body: string; template: number | undefined; key: string }

/** Random, and works on a page without TLS, which has no `randomUUID`. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The message an officer writes, saved in this tab until it is sent. Its key stays the same until then, so
 * that no call sends it twice.
 */
export function useSavedMessage(officer: number, job: number) {
  const name = `staffMessage ${officer} ${job}`
  const blank = (): Typed => ({ subject: '', body: '', template: undefined, key: newKey() })
  const [typed, setTyped] = useState(() => readFromTab<Typed>(name) ?? blank())
  useEffect(() => {
    const isEmpty = !typed.subject && !typed.body
    writeToTab(name, isEmpty ? undefined : typed)
  }, [name, typed])
  return {
    typed,
    type: (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part })),
    clear: () => setTyped(blank()),
  }
}
