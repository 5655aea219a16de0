import { useEffect, useRef, useState } from 'react'
import type { AnswerLanguage, AnswerLine, AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Organisation } from '#contract/site/endpoints.ts'
import { isCallFailed } from '../call.ts'
import { answerLines } from './answer-lines.ts'
import { type Entry, saveTranscript, lastOf, readTranscript } from './saved-transcript.ts'

const { least, most } = ASSISTANT.delayMs
/** S2 §9: a pause of one to two seconds, or none for people who prefer reduced motion. */
const pause = () =>
  new Promise<void>((go) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) go()
    else setTimeout(go, least + Math.random() * (most - least))
  })

export const LOST = 'The answer did not arrive: the connection was lost. Your question is kept.'
export const OFFLINE = 'You are offline. Your question is kept, and can be sent when the network is back.'

/**
 * S2 §8: 429 and 503 mean busy; any other refusal means difficulties; no answer is not the fault of the
 * service.
 */
const faultOf = (error: unknown, organisation: Organisation): string => {
  if (!navigator.onLine) return OFFLINE
  if (!isCallFailed(error) || error.status === 0) return LOST
  if (error.body.code === 'paused') return error.message
  return withContact(
    [429, 503].includes(error.status) ? ASSISTANT_WORDS.busy : ASSISTANT_WORDS.difficulties,
    organisation,
  )
}

type Answer = {
  text: string
  language?: AnswerLanguage
  links: AnswerLink[]
  suggestions: string[]
  fault?: string
  whole: boolean
}
const add = (before: Answer, line: AnswerLine): Answer => {
  if ('fault' in line) return { ...before, fault: line.text }
  if ('done' in line)
    return {
      ...before,
      whole: true,
      language: line.language,
      links: line.links,
      suggestions: line.suggestions,
    }
  return { ...before, text: before.text + line.text }
}

/** Suggested next questions, and their language. */
type Suggested = { questions: string[]; language?: AnswerLanguage | undefined }

/**
 * A conversation of one person in one tab: its messages, the answer in progress, and the error of the last
 * question.
 */
export function useTalk(person: string, organisation: Organisation, outside: boolean, onAnswer: () => void) {
  const [entries, setEntries] = useState<Entry[]>([])
  /** The answer so far; undefined when none is in progress. */
  const [writing, setWriting] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [suggestions, setSuggestions] = useState<Suggested>({ questions: [] })
  const asking = useRef<AbortController>(undefined)
  // The callback of the latest render: the page may have changed since the question.
  const answered = useRef(onAnswer)
  useEffect(() => void (answered.current = onAnswer))

  const become = (next: Entry[]) => {
    setEntries(lastOf(next))
    saveTranscript(person, next)
  }
  const stop = () => {
    asking.current?.abort()
    asking.current = undefined
    setWriting(undefined)
  }
  useEffect(() => {
    const kept = readTranscript(person)
    setEntries(kept)
    setSuggestions({ questions: [] })
    // The page was left before the answer arrived.
    setFault(kept.at(-1)?.who === 'you' ? LOST : undefined)
    return stop
  }, [person])

  /** Asks the last entry, which is a question. */
  const send = async (said: Entry[]) => {
    const question = said.at(-1)
    if (!question) return
    const control = new AbortController()
    asking.current = control
    become(said)
    setFault(undefined)
    setWriting('')
    let answer: Answer = { text: '', links: [], suggestions: [], whole: false }
    const history = lastOf(said.slice(0, -1).filter(({ stays }) => !(stays && outside))).map(
      ({ who, text }) => ({
        who,
        text: text.slice(0, ASSISTANT.maxAnswer),
      }),
    )
    try {
      const lines = answerLines({ message: question.text, history, outside }, control.signal)
      // Asked at once, shown after the pause.
      const [first] = await Promise.all([lines.next(), pause()])
      for (let line = first; !line.done && !control.signal.aborted; line = await lines.next()) {
        answer = add(answer, line.value)
        setWriting(answer.text)
        if (answer.fault || answer.whole) break
      }
      void lines.return(undefined)
    } catch (error) {
      answer.fault = faultOf(error, organisation)
    }
    if (control.signal.aborted) return
    asking.current = undefined
    setWriting(undefined)
    if (answer.fault || !answer.whole) return setFault(answer.fault ?? LOST)
    setSuggestions({ questions: answer.suggestions, language: answer.language })
    become([
      ...said,
      {
        who: 'assistant',
        text: answer.text,
        at: Date.now(),
        links: answer.links,
        ...(answer.language ? { language: answer.language } : {}),
      },
    ])
    answered.current()
  }

  return {
    entries,
    writing,
    fault,
    suggestions,
    ask: (text: string) =>
      send([...entries, { who: 'you', text, at: Date.now(), ...(outside ? {} : { stays: true }) }]),
    again: () => send(entries),
    clear() {
      stop()
      setFault(undefined)
      setSuggestions({ questions: [] })
      become([])
    },
    stop,
  }
}
export type Talk = ReturnType<typeof useTalk>
