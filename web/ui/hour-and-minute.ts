import { nairobiTime } from '#contract/dates.ts'

/** `14:02` in Nairobi, from milliseconds since 1970. */
export const hourAndMinute = (position: number) => nairobiTime(new Date(position)).slice(11, 16)
