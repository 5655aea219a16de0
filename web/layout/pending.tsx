import { Trans } from '@lingui/react/macro'
import { useNavigation, useRevalidator } from 'react-router'

/** Shows that a page loads. The previous page stays on the screen until it has loaded. */
export function Pending() {
  const isLeaving = useNavigation().state !== 'idle'
  const isReloading = useRevalidator().state !== 'idle'
  return (
    // The class is not `pending`, because the router gives that one to links.
    <div className={isLeaving || isReloading ? 'is-loading' : undefined} aria-live="polite">
      {isLeaving && (
        <span className="sr-only">
          <Trans>Loading the page</Trans>
        </span>
      )}
    </div>
  )
}
