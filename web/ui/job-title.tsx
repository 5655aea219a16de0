/** A title with a bracket at its end. With up to 18 characters, the bracket fits on a line of any phone. */
const TITLE_WITH_BRACKET = /^(.*\S)\s+(\([^()]{1,18}\))$/

/**
 * Separates a short bracket from the end of a job's title: "Clerk" and "(By-Elections)" of "Clerk
 * (By-Elections)". A longer bracket stays in the title.
 */
const splitTitle = (title: string): [words: string, bracket: string] => {
  const [, words, bracket] = TITLE_WITH_BRACKET.exec(title) ?? []
  return words && bracket ? [words, bracket] : [title, '']
}

/** A longer word may break, or a phone would cut it off. */
const MAX_UNBROKEN_CHARACTERS = 18

/** Whether this is a short word with a hyphen, such as "By-Election". */
const isHyphenated = (word: string) => word.length <= MAX_UNBROKEN_CHARACTERS && /[a-z]-[a-z]/i.test(word)

/**
 * A text whose lines do not break inside a short word with a hyphen. Its characters do not change, so that
 * copying and searching work. Because of the brackets in its pattern, `split` keeps the spaces.
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
