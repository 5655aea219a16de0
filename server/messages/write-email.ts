import { fillFields, fillSubject, MESSAGE_FIELDS, type MessageField, paragraphsOf } from '#contract/messages/fields.ts'
import type { Config } from '../config.ts'
import type { Email } from '../mail/email.ts'
import { asText } from '../mail/render.ts'
import { type ValuesRow, valuesOf } from './values.ts'

const FIELDS = Object.keys(MESSAGE_FIELDS) as MessageField[]

export type Written = { subject: string; body: string }

type Manner = { hidden?: boolean; marks?: (value: string) => string }

function letterOf({ subject, body }: Written, row: ValuesRow & { application_id: number }, config: Config, { hidden = false, marks }: Manner = {}) {
  const known = valuesOf(row, config, { hidden })
  const values = marks ? { ...known, ...Object.fromEntries(FIELDS.map((field) => [field, marks(known[field])])) } : known
  return {
    subject: fillSubject(subject, values),
    greeting: `Dear ${values.first_name},`,
    paragraphs: paragraphsOf(fillFields(body, values)),
    action: { label: 'See my application', url: `${config.publicUrl}/dashboard/applications/${row.application_id}` },
    // It is about the person's own application: there is nothing to unsubscribe from.
    after: [`You get this email because you applied for ${values.job_title}. Your reference number is ${values.reference_number}.`],
  }
}

/**
 * The letter of a message to one applicant. Its text is text: nothing in it is markup, and of addresses only the portal's own
 * can be pressed.
 */
export const writeEmail = (words: Written, row: ValuesRow & { application_id: number }, config: Config): Omit<Email, 'to'> => letterOf(words, row, config)

// Of no meaning to anybody (private use), and taken out of whatever holds them already.
const [BEGIN, END] = ['\uE000', '\uE001']
const unmarked = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/** A text without its marks, and what stood between them. */
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

/** The same as an officer reads it before it leaves, with the places where values were filled in. */
export function asRead(words: Written, row: ValuesRow & { application_id: number }, config: Config, hidden: boolean) {
  const marks = (value: string) => `${BEGIN}${unmarked(value)}${END}`
  const letter = letterOf({ subject: unmarked(words.subject), body: unmarked(words.body) }, row, config, { hidden, marks })
  const [subject, text] = [spansOf(letter.subject), spansOf(asText({ ...letter, to: '' }, config))]
  return { subject: subject.text, text: text.text, filled: { subject: subject.filled, text: text.filled } }
}

/** What stands among the person's notifications: the whole message, for who reads no mail. */
export const asNotification = ({ subject, body }: Written, row: ValuesRow, config: Config): string => {
  const values = valuesOf(row, config)
  return `${fillSubject(subject, values)}\n${paragraphsOf(fillFields(body, values)).join('\n')}`
}
