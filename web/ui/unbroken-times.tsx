import { translate } from '../language/translate.ts'

/**
 * A time in a sentence, to find and keep on one line. Kiswahili: `saa 8:31 mchana (14:31)`, without a day,
 * because a line on a phone is too short for both. English: `Thu 3 Dec, 5:00 p.m. EAT` or `5:00 p.m.`.
 */
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
