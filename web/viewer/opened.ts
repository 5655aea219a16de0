import type { Box, Rotation } from './sizes.ts'

/** One page of a document, or a picture, that can be drawn. */
export type Sheet = {
  /** Its own size, before rotation. */
  size: Box
  /**
   * Draws onto the whole canvas.
   * @throws when it cannot be drawn, or `stop` is aborted
   */
  draw: (canvas: HTMLCanvasElement, turn: Rotation, stop: AbortSignal) => Promise<void>
  /** Lays its text over the drawing; false when it has none. */
  write: (layer: HTMLElement, turn: Rotation, stop: AbortSignal) => Promise<boolean>
  /** Frees what drawing has left in memory. */
  rest: () => void
}

/** A document that was read; it holds memory until it is closed. */
export type Opened = {
  /** How many pages it says it has. */
  pages: number
  first: Box
  sheet: (page: number) => Promise<Sheet>
  close: () => void
}

/** Why a document is not shown. */
export type UnshownReason = 'locked' | 'damaged' | 'browser'
export class Unshown extends Error {
  fault: UnshownReason
  constructor(fault: UnshownReason) {
    super(fault)
    this.fault = fault
  }
}
