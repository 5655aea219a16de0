const NAIROBI_MS = 3 * 3_600_000

/** `14:02` in Nairobi, from milliseconds since 1970. */
export const hourAndMinute = (position: number) => new Date(position + NAIROBI_MS).toISOString().slice(11, 16)
