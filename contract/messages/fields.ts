import { MESSAGES, SENDING } from './limits.ts'

/** The fields that a message may contain. Each is filled from the data of one application. */
export const MESSAGE_FIELDS = {
  first_name: 'first name',
  last_name: 'last name',
  reference_number: 'reference number of the application',
  job_title: 'title of the job, as it was when the application was sent',
  job_reference: 'reference of the job',
  status: 'status, as the applicant sees it when the email is sent',
  submitted_on: 'day on which the application was sent',
  deadline: 'deadline of the job',
  organisation: 'name of the commission',
} as const
export type MessageField = keyof typeof MESSAGE_FIELDS
export type FieldValues = Record<MessageField, string>

/**
 * Fields that identify a person. A preview shows `[first name]` to an officer who may not know the person.
 */
export const FIELDS_OF_PERSON: readonly MessageField[] = ['first_name', 'last_name']

/** Sentences for officers who write messages. */
export const MESSAGE_WORDS = {
  subjectRequired: 'Subject is required',
  bodyRequired: 'Write the message',
  oneLine: 'A subject is one line',
  oneBrace: (written: string, field: string) => `${written} has one brace on each side. Write {{${field}}}.`,
  braces: 'Write a field with two braces on each side, such as {{first_name}}',
  nameTaken: 'Another template has this name',
  tooManyTemplates: `There are ${MESSAGES.maxTemplates} templates, archived ones included. There cannot be more. Restore an archived one and rewrite it.`,
  nobody: 'Choose at least one applicant: no one is chosen, or no one matches the filter',
  rule: `A message to more than ${SENDING.maxRecipientsAlone} applicants needs a second person. So do several smaller messages that together reach more than ${SENDING.maxRecipientsAlone} in ${SENDING.aloneMinutes} minutes.`,
  stops: `You can stop a message: it waits ${SENDING.stopMinutes} minutes before it is sent.`,
  authors: 'You wrote this message or its template, so another approver must decide on it',
  notYours: 'Only the sender of a message, an approver or an administrator may stop it',
  tooLate: 'This message was already sent, or is being sent now',
  notNow: 'The message has changed its state, so this is not possible any more',
  otherByNow: 'The message has changed. Read it again.',
  otherCount: (now: number) =>
    `The number of matching applicants has changed to ${now.toLocaleString('en')}. Nothing was sent. Please check again.`,
  earlierWritten:
    'An earlier version of this message was already written. It is under “Messages so far”, where you can stop it in time. The present version was not sent.',
  changed: 'Someone else changed this template after you opened it',
  keyRequired: 'This page is out of date. Please reload it.',
} as const

// Matches a field such as `{{ first_name }}`. Spaces are trimmed afterwards, because a pattern that matches
// them would take minutes on a thousand spaces.
const FIELD = /\{\{([^{}]*)\}\}/g
const isField = (name: string): name is MessageField => Object.hasOwn(MESSAGE_FIELDS, name)

/** The error of the fields in a template; undefined when there is none. */
export function fieldError(text: string): string | undefined {
  for (const [whole, name = ''] of text.matchAll(FIELD)) {
    if (!isField(name.trim()))
      return `There is no field ${whole.slice(0, 60)}. There are ${Object.keys(MESSAGE_FIELDS).join(', ')}.`
  }
  const rest = text.replace(FIELD, '')
  if (/\{\{|\}\}/.test(rest)) return MESSAGE_WORDS.braces
  // A field in single braces would be sent without being filled, so it is an error.
  for (const [whole, name = ''] of rest.matchAll(/\{([^{}]*)\}/g)) {
    const field = name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_')
    if (isField(field)) return MESSAGE_WORDS.oneBrace(whole.slice(0, 60), field)
  }
  return undefined
}

/** Replaces each field by its value, in one pass. So a value that looks like a field stays unchanged. */
export const fillFields = (text: string, values: FieldValues): string =>
  text.replace(FIELD, (whole, written: string) => {
    const name = written.trim()
    return isField(name) ? values[name] : whole
  })

/** Fills the subject of a message, on one line, as an email header requires. */
export const fillSubject = (subject: string, values: FieldValues): string =>
  fillFields(subject, values).replace(/\s+/g, ' ').trim()

/** Splits a message into paragraphs: an empty line starts a new one. */
export const paragraphsOf = (body: string): string[] =>
  body
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
