import { useLayoutEffect } from 'react'

/** While it is shown, the page around the table is a desk. Its rules ask for this class: `:has` is newer than the browsers we support. */
export function AtDesk() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add('at-desk')
    return () => classList.remove('at-desk')
  }, [])
  return null
}
