import { IS_KISWAHILI, translate } from '../language/translate.ts'

/** A Kiswahili word with more characters than this is squeezed into the band of the stamp. */
const MAX_WORD_LENGTH = 8
/** The width of that word, in units of the drawing, which is 120 wide. */
const BAND_WIDTH = 96

/** A round date stamp, for example on a closed job. A screen reader reads its word and date. */
export function Stamp({
  id,
  word: englishWord,
  date: englishDate,
  issuer,
}: {
  id: string
  word: string
  date: string
  issuer: string
}) {
  const word = translate(englishWord)
  const isLong = IS_KISWAHILI && word.length > MAX_WORD_LENGTH
  const date = translate(englishDate)
  return (
    <svg className="stamp" viewBox="0 0 120 120" role="img" aria-label={`${word}, ${date}`}>
      <defs>
        <path className="arc" id={`${id}-over`} d="M18 60a42 42 0 0 1 84 0" />
        <path className="arc" id={`${id}-under`} d="M11 60a49 49 0 0 0 98 0" />
      </defs>
      <circle cx="60" cy="60" r="57" />
      <circle cx="60" cy="60" r="53" />
      <path d="M7.5 47h105M7.5 73h105" />
      <text>
        <textPath href={`#${id}-over`} startOffset="50%">
          {date.toUpperCase()}
        </textPath>
      </text>
      <text
        className="band-text"
        x="60"
        y="66"
        textLength={isLong ? BAND_WIDTH : undefined}
        lengthAdjust={isLong ? 'spacingAndGlyphs' : undefined}
      >
        {word.toUpperCase()}
      </text>
      <text>
        <textPath href={`#${id}-under`} startOffset="50%">
          {translate(issuer).toUpperCase()}
        </textPath>
      </text>
    </svg>
  )
}
