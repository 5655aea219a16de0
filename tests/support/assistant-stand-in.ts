import type { Page, Route } from '@playwright/test'
import type { AnswerLine } from '../../contract/assistant/endpoints.ts'

const GREETING =
  'Ask me about registration, applications, technical problems or whom to call. I am a program, not an officer, and I cannot see your password.'
const SUGGESTIONS = ['What documents do I need?', 'How many referees?', 'My code did not come']

/** The last line of an answer of the assistant that is based on a page of the portal. */
export const DONE: AnswerLine = {
  done: true,
  source: 'help',
  language: 'en',
  links: [{ title: 'Resources', url: '/resources' }],
  suggestions: ['How long does it take?'],
}

/** A question to the assistant as the page sends it. */
type Question = { message: string; outside: boolean; history: { who: string; text: string }[] }
type Reply = AnswerLine[] | ((route: Route) => Promise<void>)

/**
 * Replaces the portal's assistant on a page by one that gives the reply of the test. Returns the questions
 * that it received. Without a reply from the test, it answers in two pieces. `consent`: the sentence with
 * which the page asks before an outside service may be used.
 */
export async function standIn(
  page: Page,
  { consent = null, reply }: { consent?: string | null; reply?: () => Reply } = {},
) {
  const questions: Question[] = []
  await page.route('**/api/assistant/', async (route) => {
    if (route.request().method() === 'GET')
      return route.fulfill({
        json: {
          greeting: GREETING,
          suggestions: SUGGESTIONS,
          consent,
          outside: consent ? ['llm.example.org'] : [],
        },
      })
    const question = route.request().postDataJSON() as Question
    questions.push(question)
    const lines = reply?.() ?? [
      { text: `You asked: ${question.message}\n\n` },
      { text: 'One referee is enough.' },
      DONE,
    ]
    if (typeof lines === 'function') return lines(route)
    return route.fulfill({
      contentType: 'application/x-ndjson',
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
  })
  return questions
}
