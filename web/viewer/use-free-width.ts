import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const ROOM_AT_THE_SIDES = 32

/** The width in pixels available to a page; 0 until it is known. */
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

/** Whether an element is in the visible part of the pages, or within half a screen of it. */
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

/** The page being read: the last one that starts above the middle. */
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
