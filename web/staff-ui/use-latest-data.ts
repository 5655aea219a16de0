import { useState } from 'react'
import type { Loaded } from '../loaded.ts'

/**
 * The data that loaded last. If loading again fails, the earlier data stays. The response of an action may
 * replace the data until the loader brings newer data.
 */
export function useLatestData<T>(loaded: Loaded<T> | undefined) {
  const [latest, setLatest] = useState(loaded?.data)
  const [source, setSource] = useState(loaded)
  // This is set during the render, so that newer data is shown at once.
  if (source !== loaded) {
    setSource(loaded)
    if (loaded?.data !== undefined) setLatest(loaded.data)
  }
  return [latest, setLatest] as const
}
