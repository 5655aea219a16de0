import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The opposite of `min-width: 80em` in chat.css, from which the panel is beside the page. */
const NARROW_SCREEN = '(max-width: 79.99em)'
/** The parts of a page that the open panel can cover: the skip link, head, content and foot. */
const PAGE_PARTS = '.skip,.mast,#main,.foot'

const subscribe = (listener: () => void) => {
  const query = matchMedia(NARROW_SCREEN)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the open panel covers the page. Then nothing below it can be focused or pressed, except the warning
 * that a session ends. On a wide screen the panel is beside the page (chat.css).
 */
export function useCoversPage(open: boolean): boolean {
  const { pathname } = useLocation()
  const coversPage =
    useSyncExternalStore(
      subscribe,
      () => matchMedia(NARROW_SCREEN).matches,
      () => false,
    ) && open
  // This class on the page makes space for the panel beside it.
  useEffect(() => {
    document.documentElement.classList.toggle('has-chat', open && !coversPage)
    return () => document.documentElement.classList.remove('has-chat')
  }, [open, coversPage])
  // `pathname` runs this effect again, because another page may have other parts.
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
