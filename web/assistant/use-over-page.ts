import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const OVER = '(max-width: 79.99em)'
const BEHIND = '.skip,.mast,#main,.foot'

const subscribe = (listener: () => void) => {
  const query = matchMedia(OVER)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the open panel lies over the page; the page is then out of reach, but never the warning that a session ends. On a wide screen
 * it stands beside the page, which makes room (chat.css).
 */
export function useOverPage(open: boolean): boolean {
  const { pathname } = useLocation()
  const overPage =
    useSyncExternalStore(
      subscribe,
      () => matchMedia(OVER).matches,
      () => false,
    ) && open
  useEffect(() => {
    document.documentElement.classList.toggle('has-chat', open && !overPage)
    return () => document.documentElement.classList.remove('has-chat')
  }, [open, overPage])
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
