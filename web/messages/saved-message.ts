import { useEffect, useState } from 'react'
import { readFromTab, writeToTab } from '../staff-ui/tab-storage.ts'

type TypedMessage = { subject: string; body: string; template: number | undefined; key: string }

/** A random key for a message. `randomUUID` would be missing on a page without TLS. */
const newMessageKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The message that an officer writes, saved in this tab until it is sent. Its key does not change before
 * that, so that no call sends it twice.
 */
export function useSavedMessage(officer: number, job: number) {
  const storageKey = `staffMessage ${officer} ${job}`
  const blank = (): TypedMessage => ({ subject: '', body: '', template: undefined, key: newMessageKey() })
  const [typed, setTyped] = useState(() => readFromTab<TypedMessage>(storageKey) ?? blank())
  useEffect(() => {
    const isEmpty = !typed.subject && !typed.body
    writeToTab(storageKey, isEmpty ? undefined : typed)
  }, [storageKey, typed])
  return {
    typed,
    change: (changed: Partial<TypedMessage>) => setTyped((before) => ({ ...before, ...changed })),
    /** The same message is sent with a new key, because the key belongs to an earlier version. */
    renewKey: () => setTyped((before) => ({ ...before, key: newMessageKey() })),
    clear: () => setTyped(blank()),
  }
}
