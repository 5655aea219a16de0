import { loadChunk } from '../load-chunk.ts'

/** The comparison of two versions: only who corrects an application loads it (W15). */
export const loadWhatChanged = () =>
  loadChunk(() => import('./what-changed.tsx')).then(({ WhatChanged }) => ({ default: WhatChanged }))
