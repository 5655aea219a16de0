import { useEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'

/** A new object for each action, so that the same words are said again. */
export type Done = { words: string; failed?: true } | undefined

/**
 * Says what was done, and takes the focus. The pressed button may have disappeared, and a keyboard would then
 * start again at the top of the page.
 */
export function DoneMessage({ done, className = 'mb4' }: { done: Done; className?: string }) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current?.focus(), [done])
  return (
    <div role="status">
      {done && (
        <p
          className={`callout ${done.failed ? 'is-red' : 'is-green'} ${className}`}
          tabIndex={-1}
          ref={message}
        >
          {translate(done.words)}
        </p>
      )}
    </div>
  )
}
