import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { DECISIONS, SENDING } from '../staff/limits.ts'
import { MESSAGE_WORDS } from './fields.ts'
import { officer } from '../staff/accounts.ts'
import { applicationFilter } from '../review/filter.ts'
import { STAGES } from '../decisions/stages.ts'
import { messageWordErrors, messageWords } from './templates.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { count, id, instant, text } from '../wire.ts'

/** Some by their ids, or all that match a filter: those on a list of decisions too. */
const which = {
  applications: z._default(z.array(id).check(z.maxLength(DECISIONS.maxNamed)), []),
  filter: z.optional(z.object(applicationFilter)),
}

export const MESSAGE_STATES = ['proposed', 'scheduled', 'sent', 'returned', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

const message = z.object({
  id: z.number(),
  job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
  subject: z.string(),
  body: z.string(),
  template: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** How they were chosen, as it stands in the address; a search only as `search=…`, for it may name somebody. Null: one by one. */
  filter: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  needs_second: z.boolean(),
  /** Who wrote it, and asked for it to be sent. */
  sent_by: officer,
  sent_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** Until then it can be stopped; then emails and notifications leave. */
  leaves_at: z.nullable(instant),
  stopped_by: z.nullable(officer),
  stopped_at: z.nullable(instant),
  stop_reason: z.string(),
  recipients: z.number(),
  /** Letters that left, that wait, and that no mail server would take; none before it leaves. */
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  may: z.array(z.enum(['decide', 'stop'])),
})
export type OfficersMessage = z.output<typeof message>

const span = z.tuple([z.number(), z.number()])
/** As it would be; who is hidden from this officer is called by the names of the fields. */
const letter = z.object({
  application: z.number(),
  reference: z.string(),
  hidden: z.boolean(),
  subject: z.string(),
  text: z.string(),
  /** Where values stand that were filled in, as places of the first character and of the one after the last. */
  filled: z.object({ subject: z.array(span), text: z.array(span) }),
})
export type PreviewedEmail = z.output<typeof letter>

export const staffMessages = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/messages/',
  summary: 'Staff: messages to the applicants of a job, newest first, how they stand, and how much of each has left',
  for: 'staff',
  right: 'messages.read',
  look: { act: 'messages.listed', job: true },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  query: z.object({ before: z.catch(z.optional(id), undefined) }),
  reply: z.object({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    results: z.array(message),
    next: z.nullable(z.number()),
  }),
})

export const staffPreviewMessage = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/messages/preview/',
  summary: 'Staff: how many a message would go to, and the first letters as they would be; the look is logged',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  class: 'extra',
  params: z.object({ id }),
  body: z.object({ ...which, ...messageWords }),
  faults: messageWordErrors,
  reply: z.object({
    count: z.number(),
    /** So many, with those this officer wrote to lately, need a second person. */
    needs_second: z.boolean(),
    letters: z.array(letter),
  }),
})

export const staffSendMessage = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/messages/',
  summary:
    'Staff: a letter and a notice to each after the time to stop it; to many, after a second person; once, however often the call is repeated under its key',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({
    ...which,
    ...messageWords,
    template: z.optional(id),
    /** How many the officer saw: when another number matches, nothing is sent and they are told. */
    expected: count,
    /** Of the officer’s own choosing: the same key sends the same message once. */
    key: text(64),
  }),
  faults: (input): FieldErrors => ({ ...messageWordErrors(input), ...(input.key.trim() ? {} : { key: MESSAGE_WORDS.keyRequired }) }),
  reply: message,
})

export const staffMessage = endpoint({
  method: 'GET',
  path: '/api/staff/messages/{id}/',
  summary: 'Staff: a message with its first letters as they would be now; the look is logged',
  for: 'staff',
  right: 'messages.read',
  look: { each: 'message.looked_at' },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  reply: z.object({
    ...message.shape,
    /** SHA-256 over its words and whom it goes to, 64 hex digits: the log holds it. Null of messages from before it was made. */
    digest: z.nullable(z.string()),
    /** How many of those it goes to stand where now. */
    from: z.array(z.object({ stage: z.enum(STAGES), count: z.number() })),
    /** None for who reads no applications. */
    letters: z.array(letter),
  }),
})

export const staffDecideMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/{id}/decide/',
  summary: 'Staff: the second person approves a message to many or returns it; never the one who wrote it',
  for: 'staff',
  right: 'messages.approve',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  // What was read is what is approved: the digest of the message as it was shown.
  body: z.object({ approve: z.boolean(), note: text(SENDING.maxNote), digest: text(64) }),
  faults: (input): FieldErrors => (input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired }),
  reply: message,
})

export const staffStopMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/{id}/stop/',
  summary: 'Staff: stops a message that has not left; its sender may, and every approver and administrator',
  for: 'staff',
  right: 'messages.stop',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({ reason: text(SENDING.maxNote) }),
  faults: (input): FieldErrors => (input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  reply: message,
})
