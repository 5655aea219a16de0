import { nairobiTime } from '#contract/dates.ts'

/** `14:02` in Nairobi, from milliseconds since 1970. */
export const hourAndMinute = (timestampMs: number) => nairobiTime(new Date(timestampMs)).slice(11, 16)
