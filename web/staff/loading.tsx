/** Said and drawn while an answer is on its way. */
export const Loading = () => (
  <p role="status">
    <span className="vh">Loading</span>
    <span className="ghost" />
  </p>
)

/** Nothing came, and asking again may mend it. */
export const Unread = ({ what, again }: { what: string; again: () => void }) => (
  <p className="callout is-red" role="alert">
    {what} could not be read.{' '}
    <button className="link" type="button" onClick={again}>
      Try again
    </button>
  </p>
)
