/** How long the lists of Huduma centres, by-election areas and qualification levels are cached (S2 §9). */
export const REFERENCE_DATA_CACHE_MS = 300_000
