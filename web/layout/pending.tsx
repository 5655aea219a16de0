import { useNavigation, useRevalidator } from 'react-router'

/** Shows at once that a page loads. The page before stays until then. */
export function Pending() {
  const isLeaving = useNavigation().state !== 'idle'
  const isReloading = useRevalidator().state !== 'idle'
  return (
    // Not `pending`: the router gives that class to the links of the next page.
    <div className={isLeaving || isReloading ? 'is-loading' : undefined} aria-live="polite">
      {isLeaving && <span className="sr-only">Loading the page</span>}
    </div>
  )
}
