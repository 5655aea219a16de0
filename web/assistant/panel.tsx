import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { useOnline } from '../offline.ts'
import { paths } from '../paths.ts'
import { personOf, useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import './chat.css'
import { dismissPopUp } from '../starter/pop-up.ts'
import { langOf } from './lang-of.ts'
import { readProviderAgreed, saveProviderAgreed } from './provider-choice.ts'
import { Transcript } from './transcript.tsx'
import { useAssistantInfo } from './use-assistant-info.ts'
import { useCoversPage } from './use-covers-page.ts'
import { type Conversation, useConversation } from './use-conversation.ts'

type Props = {
  open: boolean
  setOpen: (open: boolean) => void
  /** The button that opens the panel. It gets the focus back when the panel closes. */
  trigger: RefObject<HTMLButtonElement | null>
  /** Sets the label of the button that opens the panel; '' for its usual label. */
  setLabel: (label: string) => void
}

/** Below this many remaining characters, the form shows how many are left. */
const SHOW_REMAINING_BELOW = 200

/**
 * The conversation with the assistant (S2 §2): beside the page on a wide screen, over the page on a phone. An
 * answer continues to arrive while the panel is minimized, and stops when it is closed.
 */
export function Panel(props: Props) {
  useEffect(dismissPopUp, [])
  const site = useRouteLoaderData<Reply<'GET /api/site/'>>('root')
  return site && <Chat {...props} organisation={site.organisation} />
}

type ChatProps = Props & { organisation: Organisation }

/**
 * The state of the panel, and what each press in it does.
 * Long: its functions share what is typed, announced and agreed to in one panel.
 */
function useChat({ open, setOpen, trigger, setLabel, organisation }: ChatProps) {
  // Whose conversation the panel shows: the account's email address, or '' for a visitor.
  const owner = personOf(useSession())
  const input = useRef<HTMLTextAreaElement>(null)
  const [typedText, setTypedText] = useState('')
  const [announcement, announce] = useState('')
  // The greeting, the suggested questions and the consent text; undefined while they load.
  const [info, reloadInfo] = useAssistantInfo()
  // Without the person's consent, no question is sent to the company whose model answers (N2).
  const [isProviderAgreed, setProviderAgreed] = useState(readProviderAgreed)
  const onAnswer = () => {
    if (open) return
    setLabel(t`An answer is here`)
    announce(t`The assistant has answered`)
  }
  const conversation = useConversation({ owner, organisation, mayUseProvider: isProviderAgreed, onAnswer })
  const isBusy = conversation.partialAnswer !== undefined || !info?.data
  const wasOpen = useRef(false)
  useEffect(() => {
    // A panel that is made while it is closed, as after a logout, must not take the focus.
    if (!open && wasOpen.current) trigger.current?.focus()
    wasOpen.current = open
    if (!open) return
    setLabel('')
    input.current?.focus()
  }, [open, trigger, setLabel])
  // The next person at this browser must not see what the last person typed, and gives their own consent.
  useEffect(() => {
    setTypedText('')
    setProviderAgreed(readProviderAgreed)
  }, [owner])
  /** Sends a question. Returns false if it was not sent. */
  const ask = (text: string) => {
    // Nothing is sent before the consent text has loaded (N2): until then the form is busy.
    if (isBusy || text.trim() === '') return false
    announce('')
    void conversation.ask(text.trim())
    return true
  }
  return {
    input,
    typedText,
    setTypedText,
    info,
    reloadInfo,
    isProviderAgreed,
    conversation,
    isBusy,
    ask,
    announcement: conversation.partialAnswer === undefined ? announcement : t`The assistant is writing`,
    saveProviderChoice: (isAgreed: boolean) => {
      saveProviderAgreed(isAgreed)
      setProviderAgreed(isAgreed)
    },
    submit: (event: FormEvent | KeyboardEvent) => {
      event.preventDefault()
      if (ask(typedText)) setTypedText('')
    },
    clear: () => {
      conversation.clear()
      announce(t`The conversation is cleared`)
      input.current?.focus()
    },
    close: () => {
      conversation.stop()
      setOpen(false)
    },
  }
}
type ChatPartProps = { chat: ReturnType<typeof useChat>; onLinkFollowed: () => void }

function Chat(props: ChatProps) {
  const { open, setOpen, organisation } = props
  const chat = useChat(props)
  const coversPage = useCoversPage(open)
  const onLinkFollowed = () => coversPage && setOpen(false)
  return (
    <>
      <p className="sr-only" role="status">
        {chat.announcement}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever
          the focus is inside */}
      <section
        className="chat"
        role="dialog"
        aria-labelledby="assistant"
        aria-modal={coversPage || undefined}
        hidden={!open}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <div className="chat-head">
          <h2 id="assistant">
            <Trans>Assistant</Trans>
          </h2>
          <button
            className="btn-icon"
            type="button"
            aria-label={t`Clear the conversation`}
            onClick={chat.clear}
          >
            <Icon name="bin" />
          </button>
          <button className="btn-icon" type="button" aria-label={t`Minimize`} onClick={() => setOpen(false)}>
            <Icon name="min" />
          </button>
          <button className="btn-icon" type="button" aria-label={t`Close`} onClick={chat.close}>
            <Icon name="x" />
          </button>
        </div>
        <Transcript
          conversation={chat.conversation}
          greeting={translate(chat.info?.data?.greeting ?? '')}
          organisation={organisation}
          onLinkFollowed={onLinkFollowed}
        />
        <UnreachableNote chat={chat} onLinkFollowed={onLinkFollowed} />
        <Suggestions chat={chat} />
        <QuestionForm chat={chat} onLinkFollowed={onLinkFollowed} />
      </section>
    </>
  )
}

function UnreachableNote({ chat: { info, reloadInfo }, onLinkFollowed }: ChatPartProps) {
  const isOnline = useOnline()
  const error = info?.error
  return (
    <div role="status">
      {!isOnline && (
        <p className="chat-note">
          <Trans>You are offline. The assistant answers when the network is back.</Trans>
        </p>
      )}
      {isOnline && error !== undefined && (
        <p className="chat-note">
          {isCallFailed(error) && error.body.code === 'paused'
            ? translate(error.message)
            : t`The assistant could not be reached.`}{' '}
          <button className="link" type="button" onClick={reloadInfo}>
            <Trans>Try again</Trans>
          </button>{' '}
          <Link to={paths.resources} onClick={onLinkFollowed}>
            <Trans>Read the help pages</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}

/** Suggested questions: those that follow from the last answer, or the usual ones in the page's language. */
function Suggestions({ chat: { conversation, info, isBusy, ask } }: Pick<ChatPartProps, 'chat'>) {
  const { questions, language }: Conversation['suggestions'] =
    conversation.suggestions.questions.length > 0
      ? conversation.suggestions
      : { questions: (info?.data?.suggestions ?? []).map((question) => translate(question)) }
  return (
    questions.length > 0 && (
      <ul className="chips" aria-label={t`Questions you can ask`}>
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              lang={langOf(language)}
              aria-disabled={isBusy}
              onClick={() => ask(question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    )
  )
}

const Consent = ({
  chat: { isProviderAgreed, saveProviderChoice },
  onLinkFollowed,
  words,
}: ChatPartProps & { words: string }) => (
  <div className="chat-note">
    <p id="assistant-consent">
      {translate(words)}{' '}
      <Link to={`${paths.privacy}#questions-to-the-assistant`} onClick={onLinkFollowed}>
        <Trans>Where it is sent</Trans>
      </Link>
    </p>
    <label className="chat-choice">
      <input
        type="checkbox"
        checked={isProviderAgreed}
        onChange={(event) => saveProviderChoice(event.target.checked)}
      />{' '}
      {translate(ASSISTANT_WORDS.agree)}
    </label>
  </div>
)

function QuestionForm({ chat, onLinkFollowed }: ChatPartProps) {
  const { input, typedText, setTypedText, isBusy, submit, info } = chat
  const consent = info?.data?.consent
  const remainingChars = ASSISTANT.maxQuestion - typedText.length
  return (
    <form onSubmit={submit}>
      {consent && <Consent chat={chat} onLinkFollowed={onLinkFollowed} words={consent} />}
      {remainingChars < SHOW_REMAINING_BELOW && (
        <p className="chat-note num">
          <Trans>{remainingChars} characters left</Trans>
        </p>
      )}
      <textarea
        className="input"
        ref={input}
        rows={1}
        aria-label={t`Your question`}
        aria-describedby={consent ? 'assistant-consent' : undefined}
        placeholder={t`Write your question`}
        enterKeyHint="send"
        maxLength={ASSISTANT.maxQuestion}
        value={typedText}
        onChange={(event) => setTypedText(event.target.value)}
        // Enter sends, unless it ends a composed character (`isComposing`). Shift and Enter make a new line.
        onKeyDown={(event) =>
          event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && submit(event)
        }
      />
      <button className="btn" aria-label={t`Send`} aria-disabled={isBusy || typedText.trim() === ''}>
        <Icon name="right" />
      </button>
    </form>
  )
}
