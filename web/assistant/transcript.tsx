import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import { Icon } from '../ui/icon.tsx'
import { langOf } from './lang-of.ts'
import { PlainText } from './plain-text.tsx'
import type { Entry } from './saved-transcript.ts'
import type { Conversation } from './use-conversation.ts'

/**
 * An answer may come from an AI provider, so only its links to this site are shown (T25). An address that
 * starts with `//` or `/\` leads to another site.
 */
const isOnThisSite = ({ url }: AnswerLink) => /^\/(?![/\\])/.test(url)

type EntryProps = { entry: Entry; organisation: Organisation; onLinkFollowed: () => void }

const TranscriptEntry = ({ entry, organisation, onLinkFollowed }: EntryProps) => {
  const isQuestion = entry.who === 'you'
  const time = hourAndMinute(entry.at)
  const links = (entry.links ?? []).filter(isOnThisSite)
  return (
    <li className={isQuestion ? 'is-question' : undefined}>
      <h3 className={isQuestion ? undefined : 'quiet'}>
        {isQuestion ? t`You, ${time}` : t`Assistant, ${time}`}
      </h3>
      <PlainText text={entry.text} language={entry.language} organisation={organisation} />
      {links.length > 0 && (
        <ul className="chat-links">
          {/* A link that names no language has an English title. */}
          {links.map(({ title, url, language }) => (
            <li key={url}>
              <Link className="tap" to={url} lang={langOf(language ?? 'en')} onClick={onLinkFollowed}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type FailedProps = { error: string; organisation: Organisation; askAgain: () => void }

const FailedAnswer = ({ error, organisation, askAgain }: FailedProps) => (
  <li className="chat-error">
    <Icon name="warn" />
    <div>
      <PlainText text={error} organisation={organisation} />
      <button className="btn btn-2 btn-small" type="button" onClick={askAgain}>
        <Trans>Try again</Trans>
      </button>
    </div>
  </li>
)

type Props = {
  conversation: Conversation
  greeting: string
  organisation: Organisation
  onLinkFollowed: () => void
}

/**
 * The messages, each with its author and time. A screen reader reads each finished message once. It does not
 * read the answer in progress, because that changes with every word.
 */
export function Transcript({
  conversation: { entries, partialAnswer, error, askAgain },
  greeting,
  organisation,
  onLinkFollowed,
}: Props) {
  const logElement = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const log = logElement.current
    const question = [...(log?.querySelectorAll<HTMLElement>('.is-question') ?? [])].at(-1)
    // Scrolls to the last question, so that the person reads a long answer from its start.
    if (question) log?.scrollTo({ top: question.offsetTop - log.offsetTop })
  }, [entries, partialAnswer, error])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <div className="chat-log" ref={logElement} role="log" aria-label={t`Conversation`} tabIndex={0}>
      <ol>
        {greeting && (
          <li>
            <h3 className="quiet">
              <Trans>Assistant</Trans>
            </h3>
            <PlainText text={greeting} organisation={organisation} />
          </li>
        )}
        {entries.map((entry, index) => (
          <TranscriptEntry
            // oxlint-disable-next-line react/no-array-index-key -- the time alone may occur twice
            key={`${entry.at} ${index}`}
            entry={entry}
            organisation={organisation}
            onLinkFollowed={onLinkFollowed}
          />
        ))}
        {error && <FailedAnswer error={error} organisation={organisation} askAgain={askAgain} />}
      </ol>
      {partialAnswer !== undefined && (
        <div className="chat-now" aria-hidden="true">
          <h3 className="quiet">
            <Trans>Assistant</Trans>
          </h3>
          {partialAnswer ? (
            <PlainText text={partialAnswer} organisation={organisation} />
          ) : (
            <p className="quiet">
              <Trans>Writing...</Trans>
            </p>
          )}
        </div>
      )}
    </div>
  )
}
