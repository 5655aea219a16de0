const TIME_PATTERN =
  /((?:[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}, )?\d{1,2}:\d{2}(?::\d{2})? [ap]\.m\.(?: EAT\.?)?)/

/** A sentence in which no time and no deadline breaks over two lines. */
export const UnbrokenTimes = ({ words }: { words: string }) =>
  words.split(TIME_PATTERN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="nowrap" key={part}>
        {part}
      </span>
    ),
  )
