import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The start of every page: a skip link for keyboard users, and the flag. */
export function PageTop() {
  const { pathname } = useLocation()
  // After a navigation, the focus moves to the new page, so that a screen reader starts at its top. On the
  // first load, the browser does that itself. The router counts a tab's navigations in `idx`: first it is 0.
  // The tabs of a job stay on its next page, and the pressed one keeps the focus.
  useEffect(() => {
    const isOnPressedTab = document.activeElement?.matches('.st-job-tabs [aria-current]')
    if (history.state?.idx > 0 && !isOnPressedTab)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <>
      <a className="skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <div className="flag" />
    </>
  )
}

/** The logo beside the portal's name: a tick in a box. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
    <rect x="2.5" y="5.5" width="20" height="20" rx="1" />
    <path d="M7.5 14.5l5 5.5 12.5-17" />
  </svg>
)
