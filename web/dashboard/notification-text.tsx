import { CONTENT_LANGUAGE, IS_KISWAHILI, translate } from '../language/translate.ts'

const MONTH_NAMES = IS_KISWAHILI
  ? '(?:Januari|Februari|Machi|Aprili|Mei|Juni|Julai|Agosti|Septemba|Oktoba|Novemba|Desemba)'
  : '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
const TIME = IS_KISWAHILI ? 'saa \\d{1,2}:\\d{2} \\w+' : '\\d{1,2}:\\d{2} [ap]\\.m\\.'
// Matches a reference number (`K7-4TR9XM-P`), a date (`3 December 2026`) or a time (`5:00 p.m.`). Reference
// numbers have no 0 or 1, so `[2-9A-Z]` leaves them out.
const UNBROKEN = new RegExp(
  `(\\b[2-9A-Z]{2}-[2-9A-Z]{6}-[2-9A-Z]\\b|\\b\\d{1,2} ${MONTH_NAMES}(?: \\d{4})?|\\b${TIME})`,
)

/** Translates a message like `My CV: The file is too large`: the name of a document, then what is wrong. */
function translateDocumentRefusal(message: string) {
  const colon = message.lastIndexOf(': ')
  const name = translate(message.slice(0, colon))
  const problem = translate(message.slice(colon + 2))
  return `${name}: ${problem}`
}

type Received = { type: string; message: string; english_title?: string | undefined }

/**
 * A notification as people read it. What an officer wrote stays in the officer's language; `language` is set
 * when that is not the language of the page. `englishTitle` is the part of the message to mark as English.
 */
export function readable(received: Received) {
  const { type, message } = received
  if (type === 'message') return { message, language: CONTENT_LANGUAGE }
  if (IS_KISWAHILI && type === 'document_refused')
    return { message: translateDocumentRefusal(message), language: undefined }
  if (IS_KISWAHILI && received.english_title) {
    const englishTitle = received.english_title
    // The title of the job stays English within the translated sentence.
    return { message: translate(message, new Set([englishTitle])), language: undefined, englishTitle }
  }
  return { message: translate(message), language: undefined }
}

type ShownText = { message: string; language?: string | undefined }

/** A notification as text (N1). A reference number, a date or a time stays on one line. */
function Sentence({ message, language }: ShownText) {
  const parts = message.split(UNBROKEN).map((part, index) =>
    // `split` by a pattern with a group puts the matches at the odd positions of its result.
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- words keep their places
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
  return language ? <span lang={language}>{parts}</span> : parts
}

/**
 * The text of a notification, with a job's English title marked as English. Only the Kiswahili build uses it.
 */
function MarkedSentence({ englishTitle, ...text }: ShownText & { englishTitle?: string | undefined }) {
  const start = englishTitle ? text.message.indexOf(englishTitle) : -1
  if (!englishTitle || start < 0) return <Sentence {...text} />
  return (
    <>
      <Sentence message={text.message.slice(0, start)} />
      <bdi lang="en">{englishTitle}</bdi>
      <Sentence message={text.message.slice(start + englishTitle.length)} />
    </>
  )
}

/** Shows a notification that `readable` has prepared. */
export const NotificationText = IS_KISWAHILI ? MarkedSentence : Sentence
