import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { ASSISTANT_WORDS } from '#contract/assistant/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isCallFailed } from '../call.ts'
import { useOnline } from '../offline.ts'
import { paths } from '../paths.ts'
import { personOf, useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import './chat.css'
import { saveWithout, readWithout } from './outside.ts'
import { Transcript } from './transcript.tsx'
import { useInfo } from './use-info.ts'
import { useOverPage } from './use-over-page.ts'
import { useTalk } from './use-talk.ts'

type Props = {
  open: boolean
  setOpen: (open: boolean) => void
  /** Gets the focus back on close. */
  trigger: RefObject<HTMLButtonElement | null>
  /** The label of the trigger meanwhile; '' for its usual label. */
  tell: (label: string) => void
}

/**
 * S2 §2: the conversation, beside the page on a wide screen and over it on a phone. It continues when
 * minimized and stops when closed.
 */
export function Panel(props: Props) {
  const site = useRouteLoaderData('root') as Reply<'GET /api/site/'> | undefined
  return site && <Chat {...props} organisation={site.organisation} />
}

type ChatProps = Props & { organisation: Reply<'GET /api/site/'>['organisation'] }

/** The conversation, and what a press in the panel does. */
function useChat({ open, setOpen, trigger, tell, organisation }: ChatProps) {
  const person = personOf(useSession())
  const input = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState('')
  const [announcement, announce] = useState('')
  const [info, loadAgain] = useInfo()
  const [without, setWithout] = useState(readWithout)
  const talk = useTalk(person, organisation, !without, () => {
    if (open) return
    tell('An answer is here')
    announce('The assistant has answered')
  })
  const busy = talk.writing !== undefined || !info?.data
  useEffect(() => {
    if (!open) return trigger.current?.focus()
    tell('')
    input.current?.focus()
  }, [open, trigger, tell])
  useEffect(() => setTyped(''), [person])
  const ask = (text: string) => {
    // N2: the consent is known before anything is sent.
    if (busy || text.trim() === '') return false
    announce('')
    void talk.ask(text.trim())
    return true
  }
  return {
    ...{ input, typed, setTyped, info, loadAgain, without, talk, busy, ask },
    announcement: talk.writing === undefined ? announcement : 'The assistant is writing',
    choose: (wanted: boolean) => {
      saveWithout(wanted)
      setWithout(wanted)
    },
    submit: (event: FormEvent | KeyboardEvent) => {
      event.preventDefault()
      if (ask(typed)) setTyped('')
    },
    clear: () => {
      talk.clear()
      announce('The conversation is cleared')
      input.current?.focus()
    },
    close: () => {
      talk.stop()
      setOpen(false)
    },
  }
}
type Part = { chat: ReturnType<typeof useChat>; onLink: () => void }

function Chat(props: ChatProps) {
  const { open, setOpen, organisation } = props
  const chat = useChat(props)
  const overPage = useOverPage(open)
  const onLink = () => overPage && setOpen(false)
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
        aria-modal={overPage || undefined}
        hidden={!open}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <div className="chat-head">
          <h2 id="assistant">Assistant</h2>
          <button className="btn-i" type="button" aria-label="Clear the conversation" onClick={chat.clear}>
            <Icon name="bin" />
          </button>
          <button className="btn-i" type="button" aria-label="Minimize" onClick={() => setOpen(false)}>
            <Icon name="min" />
          </button>
          <button className="btn-i" type="button" aria-label="Close" onClick={chat.close}>
            <Icon name="x" />
          </button>
        </div>
        <Transcript
          talk={chat.talk}
          greeting={chat.info?.data?.greeting ?? ''}
          organisation={organisation}
          onLink={onLink}
        />
        <Unreachable chat={chat} onLink={onLink} />
        <Suggestions chat={chat} />
        <Question chat={chat} onLink={onLink} />
      </section>
    </>
  )
}

function Unreachable({ chat: { info, loadAgain }, onLink }: Part) {
  const online = useOnline()
  const error = info?.error
  return (
    <div role="status">
      {!online && (
        <p className="chat-note">You are offline. The assistant answers when the network is back.</p>
      )}
      {online && error !== undefined && (
        <p className="chat-note">
          {isCallFailed(error) && error.body.code === 'paused'
            ? error.message
            : 'The assistant could not be reached.'}{' '}
          <button className="link" type="button" onClick={loadAgain}>
            Try again
          </button>{' '}
          <Link to={paths.resources} onClick={onLink}>
            Read the help pages
          </Link>
        </p>
      )}
    </div>
  )
}

function Suggestions({ chat: { talk, info, busy, ask } }: Pick<Part, 'chat'>) {
  const { questions, language } =
    talk.suggestions.questions.length > 0
      ? talk.suggestions
      : { questions: info?.data?.suggestions ?? [], language: undefined }
  return (
    questions.length > 0 && (
      <ul className="chips" aria-label="Questions you can ask">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              lang={language === 'sw' ? 'sw' : undefined}
              aria-disabled={busy}
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

const Consent = ({ chat: { without, choose }, onLink, words }: Part & { words: string }) => (
  <div className="chat-note">
    <p id="assistant-consent">
      {words}{' '}
      <Link to={`${paths.privacy}#questions-to-the-assistant`} onClick={onLink}>
        Where it is sent
      </Link>
    </p>
    <label className="chat-choice">
      <input type="checkbox" checked={without} onChange={(event) => choose(event.target.checked)} />{' '}
      {ASSISTANT_WORDS.without}
    </label>
  </div>
)

function Question({ chat, onLink }: Part) {
  const { input, typed, setTyped, busy, submit, info } = chat
  const consent = info?.data?.consent
  const left = ASSISTANT.maxQuestion - typed.length
  return (
    <form onSubmit={submit}>
      {consent && <Consent chat={chat} onLink={onLink} words={consent} />}
      {left < 200 && <p className="chat-note num">{left} characters left</p>}
      <textarea
        className="input"
        ref={input}
        rows={1}
        aria-label="Your question"
        aria-describedby={consent ? 'assistant-consent' : undefined}
        placeholder="Write your question"
        enterKeyHint="send"
        maxLength={ASSISTANT.maxQuestion}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) =>
          event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && submit(event)
        }
      />
      <button className="btn" aria-label="Send" aria-disabled={busy || typed.trim() === ''}>
        <Icon name="right" />
      </button>
    </form>
  )
}
