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
 * Whether the open panel covers the page. The page is then inert, but the warning that a session ends never
 * is. On a wide screen the panel is beside the page, which makes space (chat.css).
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
