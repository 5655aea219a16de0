import { Trans } from '@lingui/react/macro'
import { useNavigation, useRevalidator } from 'react-router'

/** A bar that says that the next page is loading. The previous page stays on the screen until then. */
export function Pending() {
  const isLeaving = useNavigation().state !== 'idle'
  const isReloading = useRevalidator().state !== 'idle'
  return (
    // The class is not named `pending`, because the router gives that class to links.
    <div className={isLeaving || isReloading ? 'is-loading' : undefined} aria-live="polite">
      {isLeaving && (
        <span className="sr-only">
          <Trans>Loading the page</Trans>
        </span>
      )}
    </div>
  )
}
