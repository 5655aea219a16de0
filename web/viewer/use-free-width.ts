import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** The free space beside a page, left and right together, in pixels: the padding in viewer.css. */
const SIDE_SPACE_PX = 32

/** The width in pixels that a page of the document can use; 0 until it is known. */
export function useFreeWidth(scroller: RefObject<HTMLElement | null>): number {
  const [freeWidth, setFreeWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setFreeWidth(Math.max(1, element.clientWidth - SIDE_SPACE_PX))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return freeWidth
}

/** Whether an element is in the visible part of the pages, or within half a screen of it. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: element.closest('.viewer-sheets'),
      rootMargin: '50% 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return isNear
}

/** Calls `onPage` while the officer scrolls, with the last page that starts above the middle of the view. */
export function useCurrentPage(
  scroller: RefObject<HTMLElement | null>,
  onPage: (page: number) => void,
): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const findPage = () => {
      frame = 0
      const middle = element.scrollTop + element.clientHeight / 2
      const pages = [...element.querySelectorAll<HTMLElement>('.viewer-page')]
      onPage(Math.max(1, pages.filter((page) => page.offsetTop <= middle).length))
    }
    const scheduleFindPage = () => {
      frame ||= requestAnimationFrame(findPage)
    }
    element.addEventListener('scroll', scheduleFindPage, { passive: true })
    return () => {
      element.removeEventListener('scroll', scheduleFindPage)
      cancelAnimationFrame(frame)
    }
  }, [scroller, onPage])
}
