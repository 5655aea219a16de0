import { useEffect, useRef } from 'react'

export type ActionResult = { words: string; isError?: boolean } | undefined
type Props = {
  result: ActionResult
  className?: string
  /**
   * The data that the action changes, if the page loads it again. The pressed button may disappear only when
   * this data arrives.
   */
  reloadedData?: unknown
}

/**
 * The message about the result of an action. If the pressed button has disappeared, the message takes the
 * focus. Otherwise the focus would be lost, and a keyboard would start again at the top.
 */
export function ResultMessage({ result, className = 'mb4', reloadedData }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // The pressed button disappears with the result or when the new data arrives, so both renders are checked.
  const rendersToCheck = useRef(0)
  useEffect(() => {
    rendersToCheck.current = result ? 2 : 0
  }, [result])
  useEffect(() => {
    if (rendersToCheck.current === 0) return
    rendersToCheck.current -= 1
    if (document.activeElement !== document.body) return
    rendersToCheck.current = 0
    box.current?.focus()
  }, [result, reloadedData])
  return (
    <div role="status" tabIndex={-1} ref={box}>
      {result && (
        <p className={`callout ${result.isError ? 'is-red' : 'is-green'} any ${className}`}>{result.words}</p>
      )}
    </div>
  )
}
