export type DateParts = { day: string; month: string; year: string }

/** Day, month and year as they are typed, in the order of the wire: `1999-3-27`, `--27`. */
export const partsOf = (typed: string): DateParts => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return { day, month, year }
}

export const joinParts = ({ day, month, year }: DateParts) =>
  day || month || year ? [year, month, day].map((part) => part.replace(/\D/g, '')).join('-') : ''

/** `1999-03-27` once all three are typed, otherwise '': a year needs four digits. */
export const civilDate = (typed: string) => {
  const { day, month, year } = partsOf(typed)
  return day && month && year.length === 4 ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
}
