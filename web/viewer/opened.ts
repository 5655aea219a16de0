import type { Box, Rotation } from './sizes.ts'

/** One page of a document, or a picture, that can be drawn. */
export type Sheet = {
  /** Its own size, before rotation. */
  size: Box
  /**
   * Draws onto the whole canvas.
   * @throws when it cannot be drawn, or `signal` is aborted
   */
  draw: (canvas: HTMLCanvasElement, rotation: Rotation, signal: AbortSignal) => Promise<void>
  /** Puts its text over the drawing, for selection and screen readers; false when it has none. */
  writeText: (layer: HTMLElement, rotation: Rotation, signal: AbortSignal) => Promise<boolean>
  /** Frees what drawing has left in memory. */
  freeMemory: () => void
}

/** A document that was read; it holds memory until it is closed. */
export type OpenedDocument = {
  /** How many pages it says it has. */
  pages: number
  firstPageSize: Box
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
