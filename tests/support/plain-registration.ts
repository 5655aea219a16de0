import type { Answer, Visitor } from './visitor.ts'
import { registration } from './accounts.ts'

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'.split(
    ' ',
  )

/** The answer to a question such as "What is seven plus four?". */
export const answerTo = (question: string): number => {
  const [, left = '', sign, right = ''] = /What is (\w+) (plus|minus) (\w+)\?/.exec(question) ?? []
  const [first, second] = [NUMBERS.indexOf(left), NUMBERS.indexOf(right)]
  return sign === 'plus' ? first + second : first - second
}
export const inWords = (number: number) => NUMBERS[number] ?? ''

/** The question on a page of the form, and its answer. */
export const questionOn = ({ text }: Answer) => ({
  question: /name="question" value="([^"]*)"/.exec(text)?.[1] ?? '',
  answer: String(answerTo(text)),
})

/** What a person types into the form, valid in every field but the question. */
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

/** Sends the form as a browser without script does. */
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
