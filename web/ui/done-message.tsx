import { useEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'

/** The words about an action. Each action has a new object, so that the same words are announced again. */
export type Done = { words: string; failed?: true } | undefined

/**
 * Says what was done, and takes the focus. The pressed button may be gone, and then a keyboard would start
 * again at the top of the page.
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
