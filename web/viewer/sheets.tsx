import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Opened } from './opened.ts'
import { type ViewSettings, PageView } from './page-view.tsx'
import { MOST_PAGES } from './sizes.ts'
import { usePlace } from './use-free-width.ts'

/**
 * This many pages give their text at once, for screen readers and for searching in the page; later pages when
 * they are near.
 */
const AHEAD = 20

type Props = ViewSettings & {
  opened: Opened
  name: string
  isPicture: boolean
  scroller: RefObject<HTMLDivElement | null>
  onPlace: (page: number) => void
}

/** The pages, one below the other. */
export function Sheets({ opened, name, isPicture, scroller, onPlace, ...settings }: Props) {
  const [begun, setBegun] = useState(false)
  const drawn = useCallback(() => setBegun(true), [])
  usePlace(scroller, onPlace)
  // The same text stays visible when pages grow, shrink or rotate.
  const place = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTo(0, place.current * element.scrollHeight)
    return () => {
      place.current = element.scrollTop / Math.max(1, element.scrollHeight)
    }
  }, [scroller, settings.zoom, settings.turn, settings.freeWidth])
  const pages = Math.min(opened.pages, MOST_PAGES)
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <PageView
          // oxlint-disable-next-line react/no-array-index-key -- a page is its number
          key={index}
          {...settings}
          opened={opened}
          page={index + 1}
          label={isPicture ? `${name}, photograph or scan` : `Page ${index + 1}, a picture without words`}
          isAhead={begun && index < AHEAD}
          onDrawn={drawn}
        />
      ))}
      {opened.pages > pages && (
        <p className="vw-end">
          The first {pages} of {opened.pages.toLocaleString('en')} pages are shown. Save the file to read the
          rest.
        </p>
      )}
    </>
  )
}
