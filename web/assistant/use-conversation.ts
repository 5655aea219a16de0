import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { AnswerLanguage, AnswerLine, AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { answerLines } from './answer-lines.ts'
import { requestOf } from './request-of.ts'
import { type Entry, saveTranscript, lastMessages, readTranscript } from './saved-transcript.ts'

const { least: minMs, most: maxMs } = ASSISTANT.delayMs
/** A pause of one to two seconds before an answer (S2 §9), or none for people who prefer reduced motion. */
const pause = () =>
  new Promise<void>((resolve) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) resolve()
    else setTimeout(resolve, minMs + Math.random() * (maxMs - minMs))
  })

const LOST = t`The connection was lost, so the answer did not arrive. Your question is kept.`
const OFFLINE = t`You are offline. Your question is kept. Send it again when the network is back.`

/** The sentence for a failed answer (S2 §8): offline, lost, paused under load, busy (429, 503) or another. */
const sentenceOf = (error: unknown, organisation: Organisation): string => {
  if (!navigator.onLine) return OFFLINE
  if (!isCallFailed(error) || error.status === 0) return LOST
  if (error.body.code === 'paused') return translate(error.message)
  return translate(
    withContact(
      [429, 503].includes(error.status) ? ASSISTANT_WORDS.busy : ASSISTANT_WORDS.difficulties,
      organisation,
    ),
  )
}

type Answer = {
  text: string
  language?: AnswerLanguage
  links: AnswerLink[]
  suggestions: string[]
  error?: string
  isComplete: boolean
}
const EMPTY_ANSWER: Answer = { text: '', links: [], suggestions: [], isComplete: false }
/** Adds one line of the reply to an answer: text, the facts at its end, or a failure. */
const withLine = (before: Answer, line: AnswerLine): Answer => {
  if ('fault' in line) return { ...before, error: translate(line.text) }
  if ('done' in line)
    return {
      ...before,
      isComplete: true,
      language: line.language,
      links: line.links,
      suggestions: line.suggestions,
    }
  return { ...before, text: before.text + line.text }
}

/** Reads the answer line by line and shows it as it grows. Returns all of it, or an error. */
async function readAnswer(
  request: ReturnType<typeof requestOf>,
  signal: AbortSignal,
  organisation: Organisation,
  onText: (text: string) => void,
): Promise<Answer> {
  let answer = EMPTY_ANSWER
  try {
    const lines = answerLines(request, signal)
    // The pause and the call start together. The answer is shown after the longer of the two.
    const [firstLine] = await Promise.all([lines.next(), pause()])
    for (let line = firstLine; !line.done && !signal.aborted; line = await lines.next()) {
      answer = withLine(answer, line.value)
      onText(answer.text)
      if (answer.error || answer.isComplete) break
    }
    // Ends the generator that reads the answer, which closes the connection.
    void lines.return(undefined)
  } catch (error) {
    return { ...answer, error: sentenceOf(error, organisation) }
  }
  return answer.error || answer.isComplete ? answer : { ...answer, error: LOST }
}

/** Marks a question that must stay with us: the person allows no provider. The mark is never removed. */
const withMark = (question: Entry, mayUseProvider: boolean): Entry =>
  mayUseProvider ? question : { ...question, stays: true }

const entryOf = ({ text, links, language }: Answer): Entry => ({
  who: 'assistant',
  text,
  at: Date.now(),
  links,
  ...(language ? { language } : {}),
})

type Suggestions = { questions: string[]; language?: AnswerLanguage | undefined }

type Options = {
  /** Whose conversation this is: the account's email address, or '' for a visitor. */
  owner: string
  organisation: Organisation
  /** Whether the server may send the questions to its AI provider. */
  mayUseProvider: boolean
  onAnswer: () => void
}

/** A ref to the callback of the latest render: an answer may arrive many renders after its question. */
function useLatest(callback: () => void) {
  const latest = useRef(callback)
  useEffect(() => void (latest.current = callback))
  return latest
}

/**
 * The conversation of one person in one tab. It has messages, an answer in progress, and the last question's
 * error.
 * Long: its functions share the messages, the request in progress and its partial answer.
 */
export function useConversation({ owner, organisation, mayUseProvider, onAnswer }: Options) {
  const [entries, setEntries] = useState<Entry[]>([])
  /** The part of the answer that has arrived; undefined when no answer is in progress. */
  const [partialAnswer, setPartialAnswer] = useState<string>()
  const [error, setError] = useState<string>()
  const [suggestions, setSuggestions] = useState<Suggestions>({ questions: [] })
  const currentRequest = useRef<AbortController>(undefined)
  const latestOnAnswer = useLatest(onAnswer)

  const replaceEntries = (next: Entry[]) => {
    setEntries(lastMessages(next))
    saveTranscript(owner, next)
  }
  const stop = () => {
    currentRequest.current?.abort()
    currentRequest.current = undefined
    setPartialAnswer(undefined)
  }
  useEffect(() => {
    const saved = readTranscript(owner)
    setEntries(saved)
    setSuggestions({ questions: [] })
    // If the last message is a question without an answer, the page was left before the answer arrived.
    setError(saved.at(-1)?.who === 'you' ? LOST : undefined)
    return stop
  }, [owner])

  /** Sends the last of these messages as a question, and adds the assistant's answer to them. */
  const send = async (messages: Entry[]) => {
    if (messages.length === 0) return
    const controller = new AbortController()
    currentRequest.current = controller
    replaceEntries(messages)
    setError(undefined)
    setPartialAnswer('')
    const request = requestOf(messages, mayUseProvider)
    const answer = await readAnswer(request, controller.signal, organisation, setPartialAnswer)
    if (controller.signal.aborted) return
    currentRequest.current = undefined
    setPartialAnswer(undefined)
    if (answer.error) return setError(answer.error)
    setSuggestions({ questions: answer.suggestions, language: answer.language })
    replaceEntries([...messages, entryOf(answer)])
    latestOnAnswer.current()
  }
  const ask = (text: string) =>
    send([...entries, withMark({ who: 'you', text, at: Date.now() }, mayUseProvider)])
  // After an error, the last message is the question. The person may have withdrawn their consent since.
  const askAgain = () =>
    send([
      ...entries.slice(0, -1),
      ...entries.slice(-1).map((question) => withMark(question, mayUseProvider)),
    ])
  const clear = () => {
    stop()
    setError(undefined)
    setSuggestions({ questions: [] })
    replaceEntries([])
  }
  return { entries, partialAnswer, error, suggestions, ask, askAgain, clear, stop }
}
export type Conversation = ReturnType<typeof useConversation>
