import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import { Icon } from '../ui/icon.tsx'
import { Words } from './words.tsx'
import type { Talk } from './use-talk.ts'

/** T25: whoever wrote an answer, its links stay on this site. */
const isOurs = ({ url }: AnswerLink) => /^\/(?![/\\])/.test(url)

type Props = { talk: Talk; greeting: string; organisation: Organisation; onLink: () => void }

/**
 * Author, time, words. The finished entries are a log: a screen reader reads each once, as a whole. The
 * answer in progress is only shown until it is finished.
 */
export function Transcript({
  talk: { entries, writing, fault, again },
  greeting,
  organisation,
  onLink,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const log = box.current
    const asked = [...(log?.querySelectorAll<HTMLElement>('.me') ?? [])].at(-1)
    // A long answer is read from its start, under the question.
    if (asked) log?.scrollTo({ top: asked.offsetTop - log.offsetTop })
  }, [entries, writing, fault])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach
    // it
    <div className="chat-log" ref={box} role="log" aria-label="Conversation" tabIndex={0}>
      <ol>
        {greeting && (
          <li>
            <h3 className="quiet">Assistant</h3>
            <Words text={greeting} organisation={organisation} />
          </li>
        )}
        {entries.map(({ who, text, at, language, links = [] }, index) => (
          // The index is enough: two entries of one kind never share a millisecond.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${index}`} className={who === 'you' ? 'me' : undefined}>
            <h3 className={who === 'you' ? undefined : 'quiet'}>
              {who === 'you' ? 'You' : 'Assistant'}, {hourAndMinute(at)}
            </h3>
            <Words text={text} language={language} organisation={organisation} />
            {links.some(isOurs) && (
              <ul className="chat-links">
                {links.filter(isOurs).map(({ title, url, language: titled }) => (
                  <li key={url}>
                    <Link className="tap" to={url} lang={titled} onClick={onLink}>
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {fault && (
          <li className="chat-fault">
            <Icon name="warn" />
            <div>
              <Words text={fault} organisation={organisation} />
              <button className="btn btn-2 btn-s" type="button" onClick={again}>
                Try again
              </button>
            </div>
          </li>
        )}
      </ol>
      {writing !== undefined && (
        <div className="chat-now" aria-hidden="true">
          <h3 className="quiet">Assistant</h3>
          {writing ? (
            <Words text={writing} organisation={organisation} />
          ) : (
            <p className="quiet">Writing...</p>
          )}
        </div>
      )}
    </div>
  )
}
