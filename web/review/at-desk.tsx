import { useLayoutEffect } from 'react'

/**
 * Sets a class on the page while it is shown, which the desk layout of the table needs. `:has` is newer than
 * the browsers we support.
 */
export function AtDesk() {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.add('at-desk')
    return () => classList.remove('at-desk')
  }, [])
  return null
}
