/** A size in CSS pixels, unless another unit is named. */
export type Size = { width: number; height: number }
/** Clockwise, in degrees. */
export type Rotation = 0 | 90 | 180 | 270
/**
 * How large a page is shown. `auto`: the full width, but no larger than is good to read. `width`: the full
 * width. A number: that many times the page's own size.
 */
export type Zoom = 'auto' | 'width' | number

/**
 * The limits of one page, however large the file says it is: 32 MB of canvas, and a box that a browser can
 * lay out.
 */
const MAX_CANVAS_PIXELS = 2 ** 23
const MAX_CANVAS_SIDE = 8_192
const MAX_BOX_SIDE = 16_384
/** How many pages of a document are shown. To see more, the officer saves the file. */
export const MAX_SHOWN_PAGES = 500

/** With `auto`, a page is shown at most this many times its own size. */
const READABLE_SCALE = 1.25
/** A smaller change of the scale than this could not be seen. */
const MIN_SCALE_CHANGE = 0.01
export const ZOOM_STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

export const rotated = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** The scale of a page if `freeWidth` pixels are available. */
export function scaleOf(zoom: Zoom, { width, height }: Size, freeWidth: number): number {
  const fullWidthScale = freeWidth / width
  const fitted = zoom === 'auto' ? Math.min(fullWidthScale, READABLE_SCALE) : fullWidthScale
  const wanted = typeof zoom === 'number' ? zoom : fitted
  return Math.min(wanted, MAX_BOX_SIDE / Math.max(width, height))
}

/** The next larger or smaller scale. At either end, the scale stays the same. */
export function stepFrom(scale: number, up: boolean): number {
  const larger = ZOOM_STEPS.find((step) => step > scale + MIN_SCALE_CHANGE)
  const smaller = ZOOM_STEPS.filter((step) => step < scale - MIN_SCALE_CHANGE).at(-1)
  return (up ? larger : smaller) ?? scale
}

/** The size of a page's canvas in canvas pixels: as sharp as the screen, within limits. */
export function canvasSizeOf({ width, height }: Size, devicePixelRatio: number): Size {
  const ratio = Math.min(
    devicePixelRatio,
    Math.sqrt(MAX_CANVAS_PIXELS / (width * height)),
    MAX_CANVAS_SIDE / Math.max(width, height),
  )
  return { width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) }
}
