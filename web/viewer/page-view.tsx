import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Opened, Sheet } from './opened.ts'
import { type Box, pixelsOf, scaleOf, type Rotation, rotated, type Zoom } from './sizes.ts'
import { useNear } from './use-free-width.ts'

export type ViewSettings = { zoom: Zoom; turn: Rotation; freeWidth: number }
type Props = ViewSettings & {
  opened: Opened
  page: number
  /** A description of a picture, for people who do not see it. */
  label: string
  /** Its text is added before anyone scrolls to it. */
  isAhead: boolean
  onDrawn: () => void
}

// Free the canvas memory at once; the browser would do it later.
const empty = (holder: HTMLElement) => {
  for (const canvas of holder.querySelectorAll('canvas')) canvas.width = canvas.height = 0
  holder.replaceChildren()
}

/** The page of the document, loaded once it is wanted. */
function useSheet(opened: Opened, page: number, wanted: boolean) {
  const [sheet, setSheet] = useState<Sheet>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let current = true
    opened.sheet(page).then(
      (loaded) => current && setSheet(loaded),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [opened, page, wanted])
  return { sheet, failed, fail: () => setFailed(true) }
}

type DrawingProps = { sheet: Sheet | undefined; near: boolean; turn: Rotation; size: Box }

/** Draws into the returned element while the page is near, in the size that is shown. */
function useDrawing({ sheet, near, turn, size }: DrawingProps, onDrawn: () => void, onFailed: () => void) {
  const drawing = useRef<HTMLDivElement>(null)
  const { width, height } = size
  useEffect(() => {
    const holder = drawing.current
    if (!near || !sheet || !holder) return
    const stop = new AbortController()
    const canvas = Object.assign(
      document.createElement('canvas'),
      pixelsOf({ width, height }, devicePixelRatio),
    )
    sheet.draw(canvas, turn, stop.signal).then(
      () => {
        if (stop.signal.aborted) return
        empty(holder)
        holder.append(canvas)
        onDrawn()
      },
      () => !stop.signal.aborted && onFailed(),
    )
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onFailed` does the same in every render
  }, [near, sheet, turn, width, height, onDrawn])
  useEffect(() => {
    const holder = drawing.current
    if (!near || !sheet || !holder) return
    return () => {
      empty(holder)
      sheet.rest()
    }
  }, [near, sheet])
  return drawing
}

/** Writes the page's text into the returned element; `hasWords` is undefined until that is done. */
function useText(sheet: Sheet | undefined, wanted: boolean, turn: Rotation) {
  const text = useRef<HTMLDivElement>(null)
  const [hasWords, setHasWords] = useState<boolean>()
  useEffect(() => {
    const layer = text.current
    if (!wanted || !sheet || !layer) return
    const stop = new AbortController()
    sheet.write(layer, turn, stop.signal).then(
      (found) => !stop.signal.aborted && setHasWords(found),
      () => {},
    )
    return () => {
      stop.abort()
      layer.replaceChildren()
    }
  }, [wanted, sheet, turn])
  return { text, hasWords }
}

/** One page: in its final size before it is drawn, drawn while it is near, with its text on top. */
export function PageView({ opened, page, label, isAhead, onDrawn, zoom, turn, freeWidth }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)
  const wanted = near || isAhead
  const { sheet, failed, fail } = useSheet(opened, page, wanted)
  const natural = rotated(sheet?.size ?? opened.first, turn)
  const scale = scaleOf(zoom, natural, freeWidth)
  const width = Math.max(1, Math.round(natural.width * scale))
  const height = Math.max(1, Math.round(natural.height * scale))
  useLayoutEffect(() => {
    box.current?.style.setProperty('width', `${width}px`)
    box.current?.style.setProperty('height', `${height}px`)
    // The text layer is laid out in points.
    box.current?.style.setProperty('--total-scale-factor', `${(scale * 96) / 72}`)
  }, [width, height, scale])
  const drawing = useDrawing({ sheet, near, turn, size: { width, height } }, onDrawn, fail)
  const { text, hasWords } = useText(sheet, wanted, turn)
  return (
    <div className="vw-page" ref={box} role="group" aria-label={`Page ${page} of ${opened.pages}`}>
      <div
        className="vw-drawing"
        ref={drawing}
        {...(hasWords === false ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      />
      <div className="vw-words" ref={text} />
      {failed && <p className="vw-failed">This page could not be drawn.</p>}
    </div>
  )
}
