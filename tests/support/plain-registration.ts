import type { Answer, Visitor } from './visitor.ts'
import { registration } from './accounts.ts'
import type { Portal } from './portal.ts'

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'.split(
    ' ',
  )

/** Answers a captcha question such as "What is seven plus four?". */
export const answerTo = (question: string): number => {
  const [, left = '', sign, right = ''] = /What is (\w+) (plus|minus) (\w+)\?/.exec(question) ?? []
  const [first, second] = [NUMBERS.indexOf(left), NUMBERS.indexOf(right)]
  return sign === 'plus' ? first + second : first - second
}
export const inWords = (number: number) => NUMBERS[number] ?? ''

/** The captcha question on a page of the form, and its answer. */
export const questionOn = ({ text }: Answer) => ({
  question: /name="question" value="([^"]*)"/.exec(text)?.[1] ?? '',
  answer: String(answerTo(text)),
})

/** What a person types into the form: valid in every field, without the captcha question. */
export function plainRegistration(over: Record<string, string> = {}): Record<string, string> {
  const body = registration()
  return {
    ...(Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) as Record<
      string,
      string
    >),
    confirm_password: body.password,
    date_of_birth: '6',
    'date_of_birth-month': '5',
    'date_of_birth-year': '1999',
    ...over,
  }
}

export const openPlainForm = (visitor: Visitor, county: number | string = 47) =>
  visitor.get(`/register/plain?county=${county}`, { headers: { accept: 'text/html' } })

/** Sends the registration form as a browser without scripts does. */
export const sendPlainForm = (
  visitor: Visitor,
  form: Record<string, string>,
  ask: { ip?: string; headers?: Record<string, string> } = {},
) =>
  visitor.request('POST', '/register/plain', {
    ...ask,
    raw: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
      ...ask.headers,
    },
  })

let network = 0
/** Opens the registration form, waits a minute like a typing person, and sends it from its own network. */
export async function fillInPlainForm(portal: Portal, over: Record<string, string> = {}) {
  const visitor = portal.visitor()
  const shownQuestion = questionOn(await openPlainForm(visitor))
  portal.clock.advance(60_000)
  const form = plainRegistration({ ...shownQuestion, ...over })
  return { form, answer: await sendPlainForm(visitor, form, { ip: `10.9.${++network}.1` }) }
}

/** The error sentence at a field of the registration form. */
export const errorAt = ({ text }: Answer, field: string) =>
  new RegExp(`<p class="err" id="${field}-error">([^<]*)</p>`).exec(text)?.[1]
/** The present value of a field of the registration form. */
export const valueOf = ({ text }: Answer, field: string) =>
  new RegExp(`name="${field}"[^>]* value="([^"]*)"`).exec(text)?.[1]
