import { loadChunk } from '../load-chunk.ts'

/**
 * Loads the comparison of two versions, which only the correction of a sent application shows (W15). React's
 * `lazy` expects the component as `default`.
 */
export const loadWhatChanged = () =>
  loadChunk(() => import('./what-changed.tsx')).then(({ WhatChanged }) => ({ default: WhatChanged }))
