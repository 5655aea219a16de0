import { Trans } from '@lingui/react/macro'

/** What to do in this step, and what to check. */
export const ReviewHead = ({ isCorrection }: { isCorrection: boolean }) => (
  <div className="review-head">
    <div>
      <h2 tabIndex={-1}>
        <Trans>Review</Trans>
      </h2>
      <p className="quiet mt1">
        {isCorrection ? (
          <Trans>Compare what you sent with what is here now. Then send the correction.</Trans>
        ) : (
          <Trans>Read your application once, slowly. You cannot change it after you submit.</Trans>
        )}
      </p>
    </div>
    <ol className="numbered-lines">
      <li>
        <Trans>The ID number is the same as on your card.</Trans>
      </li>
      <li>
        <Trans>We can reach you on this phone number.</Trans>
      </li>
      <li>
        <Trans>Your referees know that we may call.</Trans>
      </li>
    </ol>
  </div>
)
