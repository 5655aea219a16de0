// A form has three fields for a birth date. Their content is kept as one text, even while a person is still
// typing.

type DateParts = { day: string; month: string; year: string }

/** Splits the text into year, month and day. Parts may be short or missing: `1999-3-27`, `--27`. */
export const partsOf = (typed: string): DateParts => {
  const [year = '', month = '', day = ''] = typed.split('-')
  return { day, month, year }
}

/** Joins year, month and day into one text, with only their digits; '' if all are empty. */
export const joinParts = ({ day, month, year }: DateParts) =>
  day || month || year ? [year, month, day].map((part) => part.replace(/\D/g, '')).join('-') : ''

/** The complete date as `1999-03-27`; '' while a part is missing or the year has not four digits. */
export const civilDate = (typed: string) => {
  const { day, month, year } = partsOf(typed)
  return day && month && year.length === 4 ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ''
}
