import { useState } from 'react'

const hasData = (part: unknown) =>
  typeof part === 'object' && part !== null && 'data' in part && part.data !== undefined

/** The error of a part of the loader's data; undefined if the part loaded. */
export const errorOf = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'error' in part ? part.error : undefined

/**
 * Returns the parts of a loader's data, each with `data` or an `error`. A part that is loaded again and fails
 * keeps its earlier data. So the page stays, with all that was typed in it. Another `key` forgets all earlier
 * data.
 */
export function useLastLoaded<Parts extends object>(parts: Parts, key: string | number = ''): Parts {
  // The parts in the last render, and the data that was shown for them.
  const [last, setLast] = useState({ key, parts, shown: parts })
  if (last.parts === parts && last.key === key) return last.shown
  const shown = { ...parts }
  for (const name in parts) {
    const earlier = last.key === key ? last.shown[name] : undefined
    if (earlier !== undefined && hasData(earlier) && errorOf(parts[name]) !== undefined) shown[name] = earlier
  }
  // React renders again at once, because this changes the state during a render.
  setLast({ key, parts, shown })
  return shown
}
