import { useLayoutEffect } from 'react'

/**
 * While the table is shown, the root element has the class `at-desk`, for the layout that fills a wide
 * screen. A CSS selector with `:has` could do this, but it is newer than the browsers we support.
 */
export function AtDesk() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add('at-desk')
    return () => classList.remove('at-desk')
  }, [])
  return null
}
