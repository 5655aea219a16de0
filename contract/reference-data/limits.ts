/** S2 §9: clients cache Huduma centres and by-election areas for five minutes. */
export const REFERENCE_DATA_CACHE_MS = 300_000
