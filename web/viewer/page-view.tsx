import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OpenedDocument, Sheet } from './opened.ts'
import { canvasSizeOf, scaleOf, type Rotation, rotated, type Size, type Zoom } from './sizes.ts'
import { useNear } from './use-free-width.ts'

export type ViewSettings = { zoom: Zoom; rotation: Rotation; freeWidth: number }
type Props = ViewSettings & {
  opened: OpenedDocument
  page: number
  /** A description of the page or picture, for people who do not see it. */
  label: string
  /** True if the text of the page is added before anyone scrolls to the page. */
  isTextEarly: boolean
  onDrawn: () => void
}

// The browser frees the memory of a removed canvas only later. A canvas without a size uses none.
const removeDrawing = (container: HTMLElement) => {
  for (const canvas of container.querySelectorAll('canvas')) canvas.width = canvas.height = 0
  container.replaceChildren()
}

/** A page of the document. It is loaded once it is wanted. */
function useSheet(opened: OpenedDocument, page: number, isWanted: boolean) {
  const [sheet, setSheet] = useState<Sheet>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    opened.sheet(page).then(
      (loaded) => isCurrent && setSheet(loaded),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [opened, page, isWanted])
  return { sheet, failed, fail: () => setFailed(true) }
}

type DrawingProps = { sheet: Sheet | undefined; isNear: boolean; rotation: Rotation; size: Size }

/** While the page is near the visible part, draws it into the returned element, in the size that is shown. */
function useDrawing(
  { sheet, isNear, rotation, size }: DrawingProps,
  onDrawn: () => void,
  onFailed: () => void,
) {
  const drawing = useRef<HTMLDivElement>(null)
  const { width, height } = size
  useEffect(() => {
    const container = drawing.current
    if (!isNear || !sheet || !container) return
    const abort = new AbortController()
    const canvas = Object.assign(
      document.createElement('canvas'),
      canvasSizeOf({ width, height }, devicePixelRatio),
    )
    sheet.draw(canvas, rotation, abort.signal).then(
      () => {
        if (abort.signal.aborted) return
        removeDrawing(container)
        container.append(canvas)
        onDrawn()
      },
      () => !abort.signal.aborted && onFailed(),
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onFailed` does the same in every render
  }, [isNear, sheet, rotation, width, height, onDrawn])
  // While a page is drawn again, its earlier drawing stays. A page that is no longer near loses its drawing.
  useEffect(() => {
    const container = drawing.current
    if (!isNear || !sheet || !container) return
    return () => {
      removeDrawing(container)
      sheet.freeMemory()
    }
  }, [isNear, sheet])
  return drawing
}

/** Writes the text of the page into the returned element. `hasText` is undefined until that is done. */
function useText(sheet: Sheet | undefined, isWanted: boolean, rotation: Rotation) {
  const text = useRef<HTMLDivElement>(null)
  const [hasText, setHasText] = useState<boolean>()
  useEffect(() => {
    const layer = text.current
    if (!isWanted || !sheet || !layer) return
    const abort = new AbortController()
    sheet.writeText(layer, rotation, abort.signal).then(
      (found) => !abort.signal.aborted && setHasText(found),
      // A page without its text can still be seen, so this is no failure of the page.
      () => {},
    )
    return () => {
      abort.abort()
      layer.replaceChildren()
    }
  }, [isWanted, sheet, rotation])
  return { text, hasText }
}

/** One page. It has its final size from the start, is drawn while it is near, and has its text on top. */
export function PageView({ opened, page, label, isTextEarly, onDrawn, zoom, rotation, freeWidth }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  const isWanted = isNear || isTextEarly
  const { sheet, failed, fail } = useSheet(opened, page, isWanted)
  // Until a page is loaded, its size counts as that of the first page.
  const natural = rotated(sheet?.size ?? opened.firstPageSize, rotation)
  const scale = scaleOf(zoom, natural, freeWidth)
  const width = Math.max(1, Math.round(natural.width * scale))
  const height = Math.max(1, Math.round(natural.height * scale))
  useLayoutEffect(() => {
    box.current?.style.setProperty('width', `${width}px`)
    box.current?.style.setProperty('height', `${height}px`)
    // The text layer of PDF.js is laid out in points. An inch has 72 points, or 96 CSS pixels.
    box.current?.style.setProperty('--total-scale-factor', `${(scale * 96) / 72}`)
  }, [width, height, scale])
  const drawing = useDrawing({ sheet, isNear, rotation, size: { width, height } }, onDrawn, fail)
  const { text, hasText } = useText(sheet, isWanted, rotation)
  return (
    <div className="viewer-page" ref={box} role="group" aria-label={t`Page ${page} of ${opened.pages}`}>
      <div
        className="viewer-drawing"
        ref={drawing}
        {...(hasText === false ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      />
      <div className="viewer-words" ref={text} />
      {failed && (
        <p className="viewer-failed">
          <Trans>This page could not be drawn.</Trans>
        </p>
      )}
    </div>
  )
}
