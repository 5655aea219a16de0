import type { Box, Rotation } from './sizes.ts'

/** One page of a document, or a picture, that can be drawn. */
export type Sheet = {
  /** Of its own size, before it is turned. */
  size: Box
  /** Onto all of the canvas. @throws where it cannot be drawn, and when `stop` says so */
  draw: (canvas: HTMLCanvasElement, turn: Rotation, stop: AbortSignal) => Promise<void>
  /** Its words, laid over the drawing; false when it has none. */
  write: (layer: HTMLElement, turn: Rotation, stop: AbortSignal) => Promise<boolean>
  /** Forgets what drawing it has left behind. */
  rest: () => void
}

/** A document that was read, and holds memory until it is closed. */
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
