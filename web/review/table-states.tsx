import { Link, useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isCallFailed } from '../call.ts'
import { staffPaths } from '../staff-paths.ts'
import { rememberStaffPage } from '../staff-ui/after-login.ts'
import { type Address, isFiltered } from './address.ts'

/** Says why the table could not load, and what to do. The shown rows and the officer's choices stay. */
export function TableFailed({
  error,
  onRetry,
  onClear,
}: {
  error: unknown
  onRetry: () => void
  onClear: () => void
}) {
  const { pathname, search } = useLocation()
  const status = isCallFailed(error) ? error.status : 0
  if (status === 401) {
    return (
      <p className="callout is-red review-failed" role="alert">
        <Trans>
          Your session has ended. Your choices are kept.{' '}
          <Link to={staffPaths.login} onClick={() => rememberStaffPage(pathname + search)}>
            Log in again
          </Link>
        </Trans>
      </p>
    )
  }
  const isUnreadable = status === 400 || status === 422
  return (
    <p className="callout is-red review-failed" role="alert">
      {isUnreadable
        ? t`The filter in the address of this page is not valid.`
        : t`The table could not be loaded. Your choices are kept, and nothing is lost.`}{' '}
      <button className="link" type="button" onClick={isUnreadable ? onClear : onRetry}>
        {isUnreadable ? t`Clear filters` : t`Try again`}
      </button>
    </p>
  )
}

export const EmptyTable = ({ address, onClear }: { address: Address; onClear: () => void }) =>
  isFiltered(address) ? (
    <div className="empty review-empty">
      <p>
        <b>
          <Trans>None of the applications match.</Trans>
        </b>
      </p>
      <button className="link" type="button" onClick={onClear}>
        <Trans>Clear filters</Trans>
      </button>
    </div>
  ) : (
    <div className="empty review-empty">
      <p>
        <b>
          <Trans>No application has been sent for this job yet.</Trans>
        </b>
      </p>
      <p className="quiet">
        <Trans>An application is shown here some seconds after it is sent.</Trans>
      </p>
    </div>
  )
