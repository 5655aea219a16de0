import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const ROOM_AT_THE_SIDES = 32

/** How many pixels a page may be wide where pages are scrolled; 0 until that is known. */
export function useFreeWidth(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const at = scroller.current
    if (!at) return
    const measure = () => setRoom(Math.max(1, at.clientWidth - ROOM_AT_THE_SIDES))
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(at)
    return () => watching.disconnect()
  }, [scroller])
  return room
}

/** Whether something stands in what is seen of the pages, or half a screen from it. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const at = box.current
    if (!at) return
    const watching = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: at.closest('.vw-sheets'),
      rootMargin: '50% 0px',
    })
    watching.observe(at)
    return () => watching.disconnect()
  }, [box])
  return near
}

/** The page that is read: the last one that begins above the middle. */
export function usePlace(scroller: RefObject<HTMLElement | null>, onPlace: (page: number) => void): void {
  useEffect(() => {
    const at = scroller.current
    if (!at) return
    let waiting = 0
    const look = () => {
      waiting = 0
      const middle = at.scrollTop + at.clientHeight / 2
      const pages = [...at.querySelectorAll<HTMLElement>('.vw-page')]
      onPlace(Math.max(1, pages.filter((page) => page.offsetTop <= middle).length))
    }
    const scrolled = () => {
      waiting ||= requestAnimationFrame(look)
    }
    at.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      at.removeEventListener('scroll', scrolled)
      cancelAnimationFrame(waiting)
    }
  }, [scroller, onPlace])
}
