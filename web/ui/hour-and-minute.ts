import { nairobiTime } from '#contract/dates.ts'

/** The time of day in Nairobi, such as `14:02`, from milliseconds since 1970. */
export const hourAndMinute = (timestampMs: number) => nairobiTime(new Date(timestampMs)).slice(11, 16)
