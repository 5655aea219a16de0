const MONTH_NAMES =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)'
// A reference number, a date, or an hour.
const UNBROKEN = new RegExp(
  `(\\b[2-9A-Z]{2}-[2-9A-Z]{6}-[2-9A-Z]\\b|\\b\\d{1,2} ${MONTH_NAMES}(?: \\d{4})?|\\b\\d{1,2}:\\d{2} [ap]\\.m\\.)`,
)

/** The words of a notification as text (N1). Reference numbers, dates and hours do not break over lines. */
export const NotificationText = ({ message }: { message: string }) =>
  message.split(UNBROKEN).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- words keep their places
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
