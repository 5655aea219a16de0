import type { Level } from './brownout.ts'

/** Shown in place of what a busy portal cannot load yet. */
export const PAGE_PAUSED =
  'Very many people are here, so this takes a little longer. The page tries again by itself. What you saved and submitted is safe.'

/** Sentences for applicants about how busy the portal is. */
export const BUSY_WORDS: Record<Level, string> = {
  0: 'The portal is quiet.',
  1: 'The portal is busy. Everything you need works.',
  2: 'The portal is very busy. You can submit and save.',
  3: 'The portal is very busy. Submitting and saving come first.',
  4: 'The portal is extremely busy. Only submitting and saving work now.',
}
