import type { Rotation, Size } from './sizes.ts'

/** Something that can be drawn: one page of a document, or a picture. */
export type Sheet = {
  /** The size of the page or picture before any rotation. */
  size: Size
  /**
   * Draws the page or picture onto the whole canvas.
   * @throws when it cannot be drawn, or `signal` is aborted
   */
  draw: (canvas: HTMLCanvasElement, rotation: Rotation, signal: AbortSignal) => Promise<void>
  /** Puts the page's text over its drawing, for selection and screen readers. False if it has none. */
  writeText: (layer: HTMLElement, rotation: Rotation, signal: AbortSignal) => Promise<boolean>
  /** Frees the memory that the drawing still uses. */
  freeMemory: () => void
}

/** A document that was read. It uses memory until it is closed. */
export type OpenedDocument = {
  /** How many pages the document says that it has. */
  pages: number
  firstPageSize: Size
  sheet: (page: number) => Promise<Sheet>
  close: () => void
}

/** Why a document cannot be shown: it has a password, it is damaged, or the browser is too old. */
export type CannotShowReason = 'locked' | 'damaged' | 'browser'
export class CannotShow extends Error {
  reason: CannotShowReason
  constructor(reason: CannotShowReason) {
    super(reason)
    this.reason = reason
  }
}
