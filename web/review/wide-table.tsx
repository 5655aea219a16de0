import { useLayoutEffect } from 'react'

/**
 * While the table is shown, the root element has the class `has-wide-table`, for the layout that fills a wide
 * screen. A CSS selector with `:has` could do this, but it is newer than the browsers we support.
 */
export function WideTable() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add('has-wide-table')
    return () => classList.remove('has-wide-table')
  }, [])
  return null
}
