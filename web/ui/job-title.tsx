/**
 * Separates a short bracket from the end of a job's title: "Clerk" and "(By-Elections)" of "Clerk
 * (By-Elections)". A bracket of more than 18 characters stays in the title.
 */
const splitTitle = (title: string): [string, string] => {
  const bracket = /^(.*\S)\s+(\([^()]{1,18}\))$/.exec(title)
  return bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : [title, '']
}

/**
 * A short word with a hyphen, such as "By-Election". A longer word may break, or a phone would cut it off.
 */
const isHyphenated = (word: string) => word.length <= 18 && /[a-z]-[a-z]/i.test(word)

/**
 * A text whose lines do not break inside a short word with a hyphen. Its characters do not change, so that
 * copying and searching work.
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

/** The title of a job. A line may break before its bracket, never inside it. */
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
