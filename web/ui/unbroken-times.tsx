const TIME_PATTERN =
  /((?:[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}, )?\d{1,2}:\d{2}(?::\d{2})? [ap]\.m\.(?: EAT\.?)?)/

/** A sentence whose lines do not break inside a time or a deadline. */
export const UnbrokenTimes = ({ words }: { words: string }) =>
  words.split(TIME_PATTERN).map((part, index) =>
    // `split` with a group puts the matches at the odd positions.
    index % 2 === 0 ? (
      part
    ) : (
      <span className="nowrap" key={part}>
        {part}
      </span>
    ),
  )
