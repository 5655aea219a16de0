import { useLayoutEffect } from 'react'

/** The root element has this class while the condition is true. */
function useRootClass(name: string, isOn: boolean) {
  useLayoutEffect(() => {
    if (!isOn) return
    const { classList } = document.documentElement
    classList.add(name)
    return () => classList.remove(name)
  }, [name, isOn])
}

/**
 * While the table is shown, the root element has the class `has-wide-table`, for the layout that fills a wide
 * screen. While an application is open beside it, the root has `has-open-case`, for the head and the tabs of
 * the job. A CSS selector with `:has` could do this, but it is newer than the browsers we support.
 */
export function WideTable({ isCaseOpen }: { isCaseOpen: boolean }) {
  useRootClass('has-wide-table', true)
  useRootClass('has-open-case', isCaseOpen)
  return null
}
