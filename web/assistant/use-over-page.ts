import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const PHONE = '(max-width: 47.99em)'
const BEHIND = '.skip,.mast,#main,.foot'

const subscribe = (listener: () => void) => {
  const query = matchMedia(PHONE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the open panel lies over the page, as on a phone; the page is then out of reach, but never the warning that a session ends. */
export function useOverPage(open: boolean): boolean {
  const { pathname } = useLocation()
  const overPage =
    useSyncExternalStore(
      subscribe,
      () => matchMedia(PHONE).matches,
      () => false,
    ) && open
  useEffect(() => {
    if (!overPage) return
    const behind = document.querySelectorAll<HTMLElement>(BEHIND)
    for (const part of behind) part.inert = true
    return () => {
      for (const part of behind) part.inert = false
    }
  }, [overPage, pathname])
  return overPage
}
