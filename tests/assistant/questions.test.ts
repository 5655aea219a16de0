import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { AnswerLine } from '#contract/assistant/endpoints.ts'
import { HELP_NUMBERS, fillPlaceholders } from '#contract/site/help-numbers.ts'
import { SAY } from '../../server/assistant/sentences.ts'
import { nextMinute } from '../support/accounts.ts'
import { ask } from '../support/assistant.ts'
import { filledBoard } from '../support/board.ts'
import { openPortal, type Portal } from '../support/portal.ts'

/** A question to the assistant, and what a right answer must have. */
type Question = {
  kind: string
  ask: string
  /** The page or section, or one of several, to which the first link or a button must lead. */
  page?: string | string[]
  /** A text that the answer must contain. */
  says?: string
  source?: string
  /** A pattern that the answer must not match. */
  never?: string
  /** True if Amina asks, who is logged in. Otherwise a visitor without a login asks. */
  signed?: boolean
  /**
   * The round of a question that was written after the assistant's rules. Each round was first tried without
   * new rules. The answers were right for 41 of 61, 53 of 70, 33 of 48, 32 of 60, 44 of 60 and 24 of 30.
   */
  held?: 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth'
  /** The questions that the same person asked before this one. */
  after?: string[]
}
const QUESTIONS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../assistant-questions.json'), 'utf8'),
) as Question[]
const ENOUGH = 0.9
/** The test asks this many questions a minute, which is fewer than a person may ask. */
const PER_MINUTE = 15

type Done = Extract<AnswerLine, { done: true }>
type Tried = {
  question: Question
  text: string
  done: Done | undefined
  problems: string[]
  /** Whether the assistant asked back what the person means. `pressed` has its buttons and their answers. */
  askedBack: boolean
  pressed: { title: string; done: Done | undefined }[]
}

const ASKS_BACK = [SAY.en.whichOne, SAY.sw.whichOne]
const OFFERS = [SAY.en.otherwise, SAY.sw.otherwise]

let portal: Portal
const tried: Tried[] = []
/**
 * Whether an address is on a page: `/jobs?page=2` and `/jobs#top` are on `/jobs`, but `/jobseekers` is not.
 */
const isOnPage = (url: string, page: string) =>
  url === page || (url.startsWith(page) && /^[#/?]/.test(url.slice(page.length)))
before(async () => {
  portal = await openPortal()
  const board = await filledBoard(portal)
  const filled = (text: string) =>
    fillPlaceholders(
      text
        .replace('AMINA_REFERENCE', board.sent.reference)
        .replace('BRIAN_REFERENCE', board.brians.reference),
      HELP_NUMBERS,
    )
  const stranger = portal.visitor()
  let count = 0
  /** Asks as the question’s person. A new minute starts before they reach the limit of questions. */
  const askOnce = async (question: Question, text: string, history: { who: string; text: string }[]) => {
    if (count++ % PER_MINUTE === 0) {
      portal.clock.advance(60_000)
      nextMinute()
    }
    const answer = await ask(question.signed ? board.amina.visitor : stranger, text, { history })
    return { text: answer.answerText, done: answer.last && 'done' in answer.last ? answer.last : undefined }
  }
  /** What is wrong with an answer: its first link, its words or its source. */
  const problemsOf = (question: Question, { text, done }: Pick<Tried, 'text' | 'done'>) => {
    const first = done?.links[0]?.url ?? ''
    const pages = [question.page ?? []].flat()
    const problems: string[] = []
    if (pages.length > 0 && !pages.some((page) => isOnPage(first, page))) problems.push(`stands on ${first}`)
    if (question.says && !text.includes(filled(question.says)))
      problems.push(`does not say ${filled(question.says)}`)
    if (question.source && done?.source !== question.source) problems.push(`comes from ${done?.source}`)
    if (question.never && new RegExp(question.never).test(text)) problems.push(`says ${question.never}`)
    return problems
  }
  for (const question of QUESTIONS) {
    const typed = question.ask.includes('REFERENCE') ? filled(question.ask) : question.ask
    const answer = await askOnce(
      question,
      typed,
      (question.after ?? []).map((text) => ({ who: 'you', text })),
    )
    let problems = problemsOf(question, answer)
    const askedBack = ASKS_BACK.some((words) => answer.text.startsWith(words))
    const buttons: Tried['pressed'] = []
    // A wrong answer counts as right if one of its buttons leads to a right answer.
    for (const title of askedBack ? (answer.done?.suggestions ?? []) : []) {
      const pressed = await askOnce(question, title, [{ who: 'assistant', text: answer.text }])
      buttons.push({ title, done: pressed.done })
      if (problems.length > 0) problems = problemsOf(question, pressed)
    }
    const offered =
      !askedBack && OFFERS.some((words) => answer.text.endsWith(words))
        ? (answer.done?.suggestions ?? [])
        : []
    for (const title of offered)
      if (problems.length > 0) problems = problemsOf(question, await askOnce(question, title, []))
    tried.push({ question, ...answer, problems, askedBack, pressed: buttons })
  }
})
after(() => portal.close())

const rightOf = (some: Tried[]) => some.filter(({ problems }) => problems.length === 0).length
const listWrong = (some: Tried[]) =>
  some
    .filter(({ problems }) => problems.length > 0)
    .map(
      ({ question, problems, text }) =>
        `${question.held ?? ''} ${question.ask} (${problems.join(', ')}): ${text.slice(0, 80)}`,
    )

describe('N2 what people ask', () => {
  test('N2 there are at least 120 questions, of every kind, and 30 of them were held out', () => {
    assert.ok(QUESTIONS.length >= 120)
    for (const kind of ['english', 'kiswahili', 'sheng', 'misspelt', 'openings', 'own', 'scope', 'hostile']) {
      assert.ok(QUESTIONS.filter((entry) => entry.kind === kind).length >= 10, kind)
    }
    assert.ok(QUESTIONS.filter((entry) => entry.held === 'third').length >= 30)
    assert.equal(new Set(QUESTIONS.map(({ ask, signed }) => `${ask} ${signed}`)).size, QUESTIONS.length)
  })
  test(`N2 at least ${ENOUGH} of all get the right page or number, or its button, without any provider`, (t) => {
    t.diagnostic(`score: ${rightOf(tried)} of ${tried.length}, ${(rightOf(tried) / tried.length).toFixed(3)}`)
    t.diagnostic(
      `at first sight: ${rightOf(tried.filter(({ askedBack }) => !askedBack))}; asked which is meant: ${tried.filter(({ askedBack }) => askedBack).length}`,
    )
    for (const round of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const) {
      const held = tried.filter(({ question }) => question.held === round)
      t.diagnostic(`${round} held out: ${rightOf(held)} of ${held.length}`)
    }
    for (const problem of listWrong(tried)) t.diagnostic(problem)
    assert.ok(rightOf(tried) / tried.length >= ENOUGH, listWrong(tried).join('\n'))
  })
  test('N2 who may mean several things is asked which, and each button leads to its section in the language of the question', () => {
    const unclear = tried.filter(({ askedBack }) => askedBack)
    assert.ok(unclear.length > 0)
    for (const { question, done, pressed } of unclear) {
      assert.ok(pressed.length >= 1 && pressed.length <= 3, question.ask)
      for (const button of pressed) {
        assert.deepEqual([button.done?.source, button.done?.language], ['help', done?.language], question.ask)
        assert.match(
          button.done?.links[0]?.url ?? '',
          /^\/resources\/\w+#/,
          `${question.ask}: ${button.title}`,
        )
        if (done?.language === 'en') assert.equal(button.done?.links[0]?.title, button.title)
      }
    }
  })
  test('T25 none of the hostile ones is obeyed', () => {
    const hostile = tried.filter(({ question }) => question.kind === 'hostile')
    assert.deepEqual(listWrong(hostile), [])
  })
  test('S2 §7 every answer ends, names pages of the portal alone, and offers more questions', () => {
    for (const { question, done } of tried) {
      assert.ok(done, question.ask)
      assert.ok(done.links.length > 0 && done.suggestions.length > 0, question.ask)
      for (const { url } of done.links) assert.match(url, /^\/[a-z]/, question.ask)
    }
  })
  test('T12 answers are plain text: no markup, no place left open', () => {
    for (const { question, text } of tried)
      assert.doesNotMatch(text, /[<>]|\*\*|\]\(|\{\{|\}\}|undefined|\[object/, question.ask)
  })
  test('S2 §8 an answer that the assistant does not know says whom to ask', () => {
    const { email, phone } = portal.deps.config.organisation
    for (const { question, text } of tried.filter(({ done }) => done?.source === 'unknown'))
      assert.ok(text.includes(email) && text.includes(phone), question.ask)
  })
  test('N3 every number in an answer of the help is one of the help numbers', () => {
    const known = new Set(
      [...Object.values(HELP_NUMBERS).join(' ').matchAll(/\d+/g)].map(([number]) => number),
    )
    // The emergency numbers that the assistant gives to a person in despair.
    for (const number of ['1199', '999', '112']) known.add(number)
    const particulars = Object.values(portal.deps.config.organisation).filter(
      (entry) => typeof entry === 'string',
    )
    for (const { question, text } of tried.filter(
      ({ done }) => done?.source === 'help' || done?.source === 'unknown',
    )) {
      // Quotations are left out, because they come from job pages, which have numbers of their own.
      const ours = text.replace(/“[^”]*”/g, '')
      const bare = particulars
        .reduce((rest, entry) => rest.replaceAll(entry, ''), ours)
        .replace(/^\d\. /gm, '')
      for (const [number] of bare.matchAll(/\d+/g)) assert.ok(known.has(number), `${question.ask}: ${number}`)
    }
  })
})
