import { translate } from '../language/translate.ts'

/** A time, in English with its day. A line of a phone has no room for both in Kiswahili. */
const TIME_PATTERN =
  import.meta.env.VITE_LANGUAGE === 'sw'
    ? /(saa \d{1,2}:\d{2}(?::\d{2})? [a-z]+ \(\d{2}:\d{2}(?::\d{2})?\)(?: EAT\.?)?)/
    : /((?:[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}, )?\d{1,2}:\d{2}(?::\d{2})? [ap]\.m\.(?: EAT\.?)?)/

/** A sentence whose lines do not break inside a time or a deadline. */
export const UnbrokenTimes = ({ words }: { words: string }) =>
  translate(words)
    .split(TIME_PATTERN)
    .map((part, index) =>
      // `split` with a group puts the matches at the odd positions.
      index % 2 === 0 ? (
        part
      ) : (
        <span className="nowrap" key={part}>
          {part}
        </span>
      ),
    )
