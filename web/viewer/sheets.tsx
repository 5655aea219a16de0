import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OpenedDocument } from './opened.ts'
import { type ViewSettings, PageView } from './page-view.tsx'
import { MAX_SHOWN_PAGES } from './sizes.ts'
import { useCurrentPage } from './use-free-width.ts'

/**
 * The first pages, up to this number, add their text once any page is drawn, for screen readers and for
 * searching. Later pages do so when they are near.
 */
const EARLY_TEXT_PAGES = 20

type Props = ViewSettings & {
  opened: OpenedDocument
  name: string
  isPicture: boolean
  scroller: RefObject<HTMLDivElement | null>
  onPage: (page: number) => void
}

/** Shows the pages of a document, one below the other. */
export function Sheets({ opened, name, isPicture, scroller, onPage, ...settings }: Props) {
  const [hasDrawn, setDrawn] = useState(false)
  const markDrawn = useCallback(() => setDrawn(true), [])
  useCurrentPage(scroller, onPage)
  // If pages grow, shrink or rotate, the same text stays visible: the position stays the same share of the
  // scrolled height.
  const scrollShare = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTo(0, scrollShare.current * element.scrollHeight)
    return () => {
      scrollShare.current = element.scrollTop / Math.max(1, element.scrollHeight)
    }
  }, [scroller, settings.zoom, settings.rotation, settings.freeWidth])
  const pages = Math.min(opened.pages, MAX_SHOWN_PAGES)
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <PageView
          // oxlint-disable-next-line react/no-array-index-key -- a page is its number
          key={index}
          {...settings}
          opened={opened}
          page={index + 1}
          label={isPicture ? t`${name}, photograph or scan` : t`Page ${index + 1}, a picture without words`}
          isTextEarly={hasDrawn && index < EARLY_TEXT_PAGES}
          onDrawn={markDrawn}
        />
      ))}
      {opened.pages > pages && (
        <p className="viewer-end">
          <Trans>
            The first {pages} of {opened.pages.toLocaleString('en')} pages are shown. Save the file to read
            the rest.
          </Trans>
        </p>
      )}
    </>
  )
}
