import { fillFields, fillSubject, MESSAGE_FIELDS, paragraphsOf } from '#contract/messages/fields.ts'
import type { Config } from '../config.ts'
import { keysOf, recordOf } from '../record-of.ts'
import type { Email } from '../mail/email.ts'
import { asText } from '../mail/render.ts'
import { type ValuesRow, valuesOf } from './values.ts'

const FIELDS = keysOf(MESSAGE_FIELDS)

/** A message's subject and body as an officer wrote them, with fields such as {{first_name}}. */
export type MessageText = { subject: string; body: string }

type Options = {
  /** True if labels of the fields replace the values that identify the person. */
  hidden?: boolean
  /** Adds marks around a filled-in value, so that the preview can find the value again. */
  markValue?: (value: string) => string
}

function fillEmail(
  { subject, body }: MessageText,
  row: ValuesRow & { application_id: number },
  config: Config,
  { hidden = false, markValue }: Options = {},
) {
  const plainValues = valuesOf(row, config, { hidden })
  const values = markValue ? recordOf(FIELDS, (field) => markValue(plainValues[field])) : plainValues
  return {
    isOfficersText: true,
    names: [values.job_title],
    subject: fillSubject(subject, values),
    greeting: `Dear ${values.first_name},`,
    paragraphs: paragraphsOf(fillFields(body, values)),
    action: {
      label: 'See my application',
      url: `${config.publicUrl}/dashboard/applications/${row.application_id}`,
    },
    // An email about the person's own application has no link to unsubscribe.
    after: [
      `You get this email because you applied for ${values.job_title}. Your reference number is ${values.reference_number}.`,
    ],
  }
}

/**
 * A message as an email to one applicant. The email is plain text without markup. Only the portal's own
 * addresses become links.
 */
export const writeEmail = (
  message: MessageText,
  row: ValuesRow & { application_id: number },
  config: Config,
): Omit<Email, 'to'> => fillEmail(message, row, config)

// These marks surround filled-in values. They are private-use characters, to which Unicode gives no meaning.
// If an officer's text contains them, they are removed.
const VALUE_START = '\uE000'
const VALUE_END = '\uE001'
const withoutMarks = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/** Removes the marks from a text, and returns the start and end of each value that they surrounded. */
function readMarks(marked: string): { text: string; filled: [number, number][] } {
  const [textBefore = '', ...pieces] = marked.split(VALUE_START)
  let text = textBefore
  const filled: [number, number][] = []
  for (const piece of pieces) {
    const [value = '', textAfter = ''] = piece.split(VALUE_END)
    filled.push([text.length, text.length + value.length])
    text += value + textAfter
  }
  return { text, filled }
}

/** A message as an email that the officer previews, with the start and end of each filled-in value. */
export function previewEmail(
  message: MessageText,
  row: ValuesRow & { application_id: number },
  config: Config,
  hidden: boolean,
) {
  const unmarked = { subject: withoutMarks(message.subject), body: withoutMarks(message.body) }
  const markValue = (value: string) => `${VALUE_START}${withoutMarks(value)}${VALUE_END}`
  const email = fillEmail(unmarked, row, config, { hidden, markValue })
  const subject = readMarks(email.subject)
  // A previewed email is not sent, so its address is empty.
  const text = readMarks(asText({ ...email, to: '' }, config))
  return { subject: subject.text, text: text.text, filled: { subject: subject.filled, text: text.filled } }
}

/** The text of the notification about a message: the whole message, for people who do not read email. */
export const fillNotification = (
  { subject, body }: MessageText,
  row: ValuesRow,
  config: Config,
): MessageText => {
  const values = valuesOf(row, config)
  return { subject: fillSubject(subject, values), body: paragraphsOf(fillFields(body, values)).join('\n') }
}
