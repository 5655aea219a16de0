import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const ROOM_AT_THE_SIDES = 32

/** The width in pixels available to a page; 0 until it is known. */
export function useFreeWidth(scroller: RefObject<HTMLElement | null>): number {
  const [freeWidth, setFreeWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setFreeWidth(Math.max(1, element.clientWidth - ROOM_AT_THE_SIDES))
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(element)
    return () => watching.disconnect()
  }, [scroller])
  return freeWidth
}

/** Whether an element is in the visible part of the pages, or within half a screen of it. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watching = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: element.closest('.vw-sheets'),
      rootMargin: '50% 0px',
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [box])
  return near
}

/** The page being read: the last one that starts above the middle. */
export function usePlace(scroller: RefObject<HTMLElement | null>, onPlace: (page: number) => void): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let waiting = 0
    const findPage = () => {
      waiting = 0
      const middle = element.scrollTop + element.clientHeight / 2
      const pages = [...element.querySelectorAll<HTMLElement>('.vw-page')]
      onPlace(Math.max(1, pages.filter((page) => page.offsetTop <= middle).length))
    }
    const scrolled = () => {
      waiting ||= requestAnimationFrame(findPage)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      element.removeEventListener('scroll', scrolled)
      cancelAnimationFrame(waiting)
    }
  }, [scroller, onPlace])
}
