import {
  fillFields,
  fillSubject,
  MESSAGE_FIELDS,
  type MessageField,
  paragraphsOf,
} from '#contract/messages/fields.ts'
import type { Config } from '../config.ts'
import type { Email } from '../mail/email.ts'
import { asText } from '../mail/render.ts'
import { type ValuesRow, valuesOf } from './values.ts'

const FIELDS = Object.keys(MESSAGE_FIELDS) as MessageField[]

export type Written = { subject: string; body: string }

type Options = { hidden?: boolean; marks?: (value: string) => string }

function emailOf(
  { subject, body }: Written,
  row: ValuesRow & { application_id: number },
  config: Config,
  { hidden = false, marks }: Options = {},
) {
  const known = valuesOf(row, config, { hidden })
  const values = marks
    ? { ...known, ...Object.fromEntries(FIELDS.map((field) => [field, marks(known[field])])) }
    : known
  return {
    subject: fillSubject(subject, values),
    greeting: `Dear ${values.first_name},`,
    paragraphs: paragraphsOf(fillFields(body, values)),
    action: {
      label: 'See my application',
      url: `${config.publicUrl}/dashboard/applications/${row.application_id}`,
    },
    // It is about the person's own application, so there is nothing to unsubscribe from.
    after: [
      `You get this email because you applied for ${values.job_title}. Your reference number is ${values.reference_number}.`,
    ],
  }
}

/**
 * The email of a message to one applicant. Its text is plain: no markup, and only the portal's own addresses
 * become links.
 */
export const writeEmail = (
  words: Written,
  row: ValuesRow & { application_id: number },
  config: Config,
): Omit<Email, 'to'> => emailOf(words, row, config)

// Private-use characters without meaning, removed from any text that already has them.
const [BEGIN, END] = ['\uE000', '\uE001']
const unmarked = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/** A text without its marks, and the positions of what was between them. */
function spansOf(marked: string): { text: string; filled: [number, number][] } {
  const [first = '', ...others] = marked.split(BEGIN)
  let text = first
  const filled: [number, number][] = []
  for (const part of others) {
    const [value = '', rest = ''] = part.split(END)
    filled.push([text.length, text.length + value.length])
    text += value + rest
  }
  return { text, filled }
}

/** The same email as an officer previews it, with the positions of filled-in values. */
export function asRead(
  words: Written,
  row: ValuesRow & { application_id: number },
  config: Config,
  hidden: boolean,
) {
  const marks = (value: string) => `${BEGIN}${unmarked(value)}${END}`
  const email = emailOf({ subject: unmarked(words.subject), body: unmarked(words.body) }, row, config, {
    hidden,
    marks,
  })
  const [subject, text] = [spansOf(email.subject), spansOf(asText({ ...email, to: '' }, config))]
  return { subject: subject.text, text: text.text, filled: { subject: subject.filled, text: text.filled } }
}

/** The content of the notification: the whole message, for people who read no email. */
export const asNotification = ({ subject, body }: Written, row: ValuesRow, config: Config): Written => {
  const values = valuesOf(row, config)
  return { subject: fillSubject(subject, values), body: paragraphsOf(fillFields(body, values)).join('\n') }
}
