import { fillFields, fillSubject, paragraphsOf } from '#contract/message-fields.ts'
import type { Config } from '../config.ts'
import type { Letter } from '../mail/letter.ts'
import { asText } from '../mail/render.ts'
import { type ValuesRow, valuesOf } from './values.ts'

export type Written = { subject: string; body: string }

/**
 * The letter of a message to one applicant. Its text is text: nothing in it is markup, and of addresses only the portal's own
 * can be pressed.
 */
export function writeLetter({ subject, body }: Written, row: ValuesRow & { application_id: number }, config: Config, hidden = false): Omit<Letter, 'to'> {
  const values = valuesOf(row, config, { hidden })
  return {
    subject: fillSubject(subject, values),
    greeting: `Dear ${values.first_name},`,
    paragraphs: paragraphsOf(fillFields(body, values)),
    action: { label: 'See my application', url: `${config.publicUrl}/dashboard/applications/${row.application_id}` },
    // It is about the person's own application: there is nothing to unsubscribe from.
    after: [`You get this letter because you applied for ${values.job_title}. Your reference number is ${values.reference_number}.`],
  }
}

/** The same as an officer reads it before it leaves. */
export const asRead = (letter: Omit<Letter, 'to'>, config: Config) => ({ subject: letter.subject, text: asText({ ...letter, to: '' }, config) })

/** What stands among the person's notifications: the whole message, for who reads no mail. */
export const asNotice = ({ subject, body }: Written, row: ValuesRow, config: Config): string => {
  const values = valuesOf(row, config)
  return `${fillSubject(subject, values)}\n${paragraphsOf(fillFields(body, values)).join('\n')}`
}
