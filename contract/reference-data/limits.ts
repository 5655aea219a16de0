/** How long browsers cache the lists of Huduma centres and by-election areas (S2 §9). */
export const REFERENCE_DATA_CACHE_MS = 300_000
