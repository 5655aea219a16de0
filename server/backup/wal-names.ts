/** The size of a WAL file in bytes, as PostgreSQL's initdb sets it. */
export const WAL_BYTES = 16 * 2 ** 20
// The name of a WAL file is three hexadecimal numbers of eight digits. The first is its timeline, which
// changes with each recovery of the database. The other two are its number: after each 256 files, the second
// one increases and the third one starts at 0 again.
const FILES_PER_LOG = 2 ** 32 / WAL_BYTES
const WAL_FILE = /^[\dA-F]{24}$/

export const isWalFile = (name: string) => WAL_FILE.test(name)
/** A history file says at which positions the timelines before its own ended. */
export const isHistoryFile = (name: string) => /^[\dA-F]{8}\.history$/.test(name)

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

export const timelineName = (timeline: number): string => hex(timeline)
export const timelineOf = (file: string): string => file.slice(0, 8)
/** The number of a WAL file, computed from its name without the timeline. */
export const numberOf = (file: string): number =>
  Number.parseInt(file.slice(8, 16), 16) * FILES_PER_LOG + Number.parseInt(file.slice(16, 24), 16)
export const fileOf = (timeline: string, number: number): string =>
  timeline + hex(Math.floor(number / FILES_PER_LOG)) + hex(number % FILES_PER_LOG)
export const nextFile = (file: string): string => fileOf(timelineOf(file), numberOf(file) + 1)

/** A position such as `0/2000028` in bytes. It is written as two hexadecimal numbers of 32 bits. */
const bytesBefore = (position: string): number => {
  const [high = '0', low = '0'] = position.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
/** The number of the WAL file that holds a position. */
export const fileNumberAt = (position: string): number => Math.floor(bytesBefore(position) / WAL_BYTES)
/** The number of the WAL file that holds the last byte before a given position. */
export const fileNumberBefore = (position: string): number =>
  Math.floor((bytesBefore(position) - 1) / WAL_BYTES)
