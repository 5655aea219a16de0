import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const NARROW_SCREEN = '(max-width: 79.99em)'
/** The skip link, the head, the content and the foot of the page. */
const PAGE_PARTS = '.skip,.mast,#main,.foot'

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW_SCREEN)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the open panel covers the page. If so, the page below cannot be focused or pressed. Only the
 * warning that a session ends still can. On a wide screen the panel is beside the page (chat.css).
 */
export function useCoversPage(open: boolean): boolean {
  const { pathname } = useLocation()
  const coversPage =
    useSyncExternalStore(
      subscribe,
      () => matchMedia(NARROW_SCREEN).matches,
      () => false,
    ) && open
  // The class makes space for the panel beside the page.
  useEffect(() => {
    document.documentElement.classList.toggle('has-chat', open && !coversPage)
    return () => document.documentElement.classList.remove('has-chat')
  }, [open, coversPage])
  // Another page may have other parts, so `pathname` starts this again.
  useEffect(() => {
    if (!coversPage) return
    const pageParts = document.querySelectorAll<HTMLElement>(PAGE_PARTS)
    for (const part of pageParts) part.inert = true
    return () => {
      for (const part of pageParts) part.inert = false
    }
  }, [coversPage, pathname])
  return coversPage
}
