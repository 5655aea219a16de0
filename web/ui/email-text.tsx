import { Fragment } from 'react'

/** An email address as words: where the line is too short for it, it breaks after the @. */
export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=@)/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
