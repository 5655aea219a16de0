import { fillFields, fillSubject, MESSAGE_FIELDS, paragraphsOf } from '#contract/messages/fields.ts'
import type { Config } from '../config.ts'
import { keysOf, recordOf } from '../record-of.ts'
import type { Email } from '../mail/email.ts'
import { asText } from '../mail/render.ts'
import { type ValuesRow, valuesOf } from './values.ts'

const FIELDS = keysOf(MESSAGE_FIELDS)

/** The subject and the body as an officer wrote them, with fields such as {{first_name}}. */
export type MessageText = { subject: string; body: string }

type Options = {
  /** Whether the person's values are replaced by the names of the fields. */
  hidden?: boolean
  /** Puts marks around each filled-in value, so that a preview can find the values again. */
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
    // The email is about the person's own application, so it has no link to unsubscribe.
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
  message: MessageText,
  row: ValuesRow & { application_id: number },
  config: Config,
): Omit<Email, 'to'> => fillEmail(message, row, config)

// Marks around filled-in values. Unicode gives these private-use characters no meaning. If a text already
// contains them, they are removed.
const VALUE_START = '\uE000'
const VALUE_END = '\uE001'
const withoutMarks = (text: string) => text.replace(/[\uE000\uE001]/g, '')

/** A text without its marks, and the start and end of each value that was between marks. */
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

/** The email as an officer previews it, with the start and end of each filled-in value. */
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
  // The preview has no recipient.
  const text = readMarks(asText({ ...email, to: '' }, config))
  return { subject: subject.text, text: text.text, filled: { subject: subject.filled, text: text.filled } }
}

/** The text of the notification: the whole message, for people who read no email. */
export const fillNotification = (
  { subject, body }: MessageText,
  row: ValuesRow,
  config: Config,
): MessageText => {
  const values = valuesOf(row, config)
  return { subject: fillSubject(subject, values), body: paragraphsOf(fillFields(body, values)).join('\n') }
}
