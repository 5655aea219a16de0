import { useState } from 'react'
import type { Loaded } from '../loaded.ts'

const isLoaded = (part: unknown) => (part as Partial<Loaded<unknown>> | undefined)?.data !== undefined
const isFailed = (part: unknown) => (part as Partial<Loaded<unknown>> | undefined)?.error !== undefined

/**
 * The parts of a page. If one of them is loaded again and fails, the last one stays, with all that was typed
 * beside it. Another `key` starts with nothing.
 */
export function useLastLoaded<Parts extends object>(parts: Parts, key: string | number = ''): Parts {
  const [last, setLast] = useState({ key, parts, shown: parts })
  if (last.parts === parts && last.key === key) return last.shown
  const before = last.key === key ? (last.shown as Record<string, unknown>) : {}
  const shown = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      isFailed(part) && isLoaded(before[name]) ? before[name] : part,
    ]),
  ) as Parts
  setLast({ key, parts, shown })
  return shown
}
