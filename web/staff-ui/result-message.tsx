import { useEffect, useRef } from 'react'

export type ResultWords = { words: string; red?: boolean } | undefined
type Props = {
  said: ResultWords
  className?: string
  /** The data that the action changes, when it is loaded again only afterwards. */
  after?: unknown
}

/**
 * The result of an action. The pressed button often disappears with it. The focus then comes here, instead of
 * going to the top of the page.
 */
export function ResultMessage({ said, className = 'mb4', after }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const looks = useRef(0)
  useEffect(() => {
    looks.current = said ? 2 : 0
  }, [said])
  useEffect(() => {
    if (looks.current === 0) return
    looks.current -= 1
    if (document.activeElement !== document.body) return
    looks.current = 0
    place.current?.focus()
  }, [said, after])
  return (
    <div role="status" tabIndex={-1} ref={place}>
      {said && <p className={`callout ${said.red ? 'is-red' : 'is-green'} any ${className}`}>{said.words}</p>}
    </div>
  )
}
