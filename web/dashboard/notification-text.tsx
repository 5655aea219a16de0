const MONTH_NAMES =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
// A reference number, a date, or a time of day.
const UNBROKEN = new RegExp(
  `(\\b[2-9A-Z]{2}-[2-9A-Z]{6}-[2-9A-Z]\\b|\\b\\d{1,2} ${MONTH_NAMES}(?: \\d{4})?|\\b\\d{1,2}:\\d{2} [ap]\\.m\\.)`,
)

/** A notification as text (N1). A reference number, a date or a time stays on one line. */
export const NotificationText = ({ message }: { message: string }) =>
  message.split(UNBROKEN).map((part, index) =>
    // `split` with a group puts the matches at the odd positions.
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- words keep their places
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
