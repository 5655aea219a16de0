/** How long the lists of Huduma centres, by-election areas and qualification levels are cached (S2 §9). */
export const REFERENCE_DATA_CACHE_MS = 300_000

/**
 * Limits of the reference data. The first qualification levels are `rankStep` apart, so that others fit
 * between them.
 */
export const REFERENCE_DATA = {
  maxName: 150,
  maxShortName: 60,
  maxReason: 500,
  rankStep: 100,
  maxShown: 2_000,
} as const
