import { translate } from '../language/translate.ts'

/**
 * Finds a time in a sentence, to show it on one line. Kiswahili: `saa 8:31 mchana (14:31)`, without the day,
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
      // `split` by a pattern with a group puts the matches at the odd positions of its result.
      index % 2 === 0 ? (
        part
      ) : (
        <span className="nowrap" key={part}>
          {part}
        </span>
      ),
    )
