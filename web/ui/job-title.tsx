/** Splits off a title's last short bracket, which stays on one line: "Clerk " and "(By-Elections)". */
const splitTitle = (title: string): [string, string] => {
  const bracket = /^(.*\S)\s+(\([^()]{1,18}\))$/.exec(title)
  return bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : [title, '']
}

/**
 * A short word with a hyphen, such as "By-Election". A longer word may break, because a narrow phone would
 * cut it off.
 */
const isHyphenated = (word: string) => word.length <= 18 && /[a-z]-[a-z]/i.test(word)

/**
 * Text in which no line breaks inside a short word with a hyphen. The characters stay the same, so that copy
 * and search work.
 */
export const WholeWords = ({ text }: { text: string }) =>
  !text.includes('-')
    ? text
    : text.split(/( )/).map((word, index) =>
        isHyphenated(word) ? (
          // oxlint-disable-next-line react/no-array-index-key -- the words of a text never move
          <span key={index} className="nowrap">
            {word}
          </span>
        ) : (
          word
        ),
      )

/** The title of a job as text: a line may break before its bracket, never inside it. */
export const JobTitle = ({ title }: { title: string }) => {
  const [words, bracket] = splitTitle(title)
  return (
    <>
      <WholeWords text={words} />
      {bracket && (
        <>
          {' '}
          <span className="nowrap">{bracket}</span>
        </>
      )}
    </>
  )
}
