import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { DECISIONS } from '../decisions/limits.ts'
import { SENDING } from './limits.ts'
import { MESSAGE_WORDS } from './fields.ts'
import { officer } from '../staff/endpoints.ts'
import { applicationFilter } from '../review/filter.ts'
import { STAGES } from '../review/stages.ts'
import { messageTextErrors, messageTexts } from './templates.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { count, id, instant, text } from '../wire.ts'

// The calls with which officers write a message to applicants of a job, preview it, send it and stop it.

/** The recipients of a message: applications named by id, or all that match a filter. */
const chosenApplications = {
  applications: z._default(z.array(id).check(z.maxLength(DECISIONS.maxNamed)), []),
  filter: z.optional(z.object(applicationFilter)),
}

const MESSAGE_STATES = ['proposed', 'scheduled', 'sent', 'returned', 'stopped'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

const officersMessage = z.object({
  id: z.number(),
  job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
  subject: z.string(),
  body: z.string(),
  template: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /**
   * The filter as in the URL of the page. The text of a search is left out (`search=…`), because it may name
   * a person. Null for applications chosen by id.
   */
  filter: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  /** Whether a second officer must approve the message, because it goes to many. */
  needs_second: z.boolean(),
  /** The officer who wrote the message and asked to send it. */
  sent_by: officer,
  sent_at: instant,
  /** The second officer; null while no one has decided, or when none is needed. `note` may be empty. */
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** When emails and notifications are sent; until then they can be stopped. Null before the approval. */
  leaves_at: z.nullable(instant),
  stopped_by: z.nullable(officer),
  stopped_at: z.nullable(instant),
  stop_reason: z.string(),
  recipients: z.number(),
  /** The emails that are sent, waiting, or not delivered: refused, or to people who have left. */
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  /** What this officer may do with the message. */
  may: z.array(z.enum(['decide', 'stop'])),
})
export type OfficersMessage = z.output<typeof officersMessage>

/** Where a value is in a text: the index of its first character, and the index after its last. */
const textRange = z.tuple([z.number(), z.number()])
/** A preview for one application. Field names replace values that this officer may not see. */
const previewedEmail = z.object({
  application: z.number(),
  reference: z.string(),
  hidden: z.boolean(),
  subject: z.string(),
  text: z.string(),
  /** The places of the filled-in values in the preview. */
  filled: z.object({ subject: z.array(textRange), text: z.array(textRange) }),
})
export type PreviewedEmail = z.output<typeof previewedEmail>

const staffMessages = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/messages/',
  summary:
    'Staff: messages that officers wrote to applicants of a job, newest first. Each shows its state, and how many emails were sent.',
  allowedFor: 'staff',
  right: 'messages.read',
  audit: { entryPer15Minutes: 'messages.listed', idIsJob: true },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  // `before`: only messages with a smaller id. It is the `next` of the page before.
  query: z.object({ before: z.catch(z.optional(id), undefined) }),
  reply: z.object({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    results: z.array(officersMessage),
    next: z.nullable(z.number()),
  }),
})

const staffPreviewMessage = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/messages/preview/',
  summary:
    'Staff: previews a message: how many applicants would get it, and the first emails. Access is logged.',
  allowedFor: 'staff',
  right: 'messages.send',
  rateLimit: 'write',
  loadClass: 'extra',
  params: z.object({ id }),
  body: z.object({ ...chosenApplications, ...messageTexts }),
  fieldErrors: messageTextErrors,
  reply: z.object({
    count: z.number(),
    /** True when `count` plus the officer's recent recipients is so large that it needs a second officer. */
    needs_second: z.boolean(),
    letters: z.array(previewedEmail),
  }),
})

const staffSendMessage = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/messages/',
  summary:
    'Staff: sends each person an email and a notification after the time to stop it. A message to many needs a second person. Repeated calls with the same key send it only once.',
  allowedFor: 'staff',
  right: 'messages.send',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({
    ...chosenApplications,
    ...messageTexts,
    template: z.optional(id),
    /**
     * The number of recipients that the officer saw. When another number matches now, nothing is sent and the
     * call is refused.
     */
    expected: count,
    /** A key from the officer's page. Repeated calls with the same key send the message only once. */
    key: text(64),
  }),
  fieldErrors: (input): FieldErrors => ({
    ...messageTextErrors(input),
    ...(input.key.trim() ? {} : { key: MESSAGE_WORDS.keyRequired }),
  }),
  reply: officersMessage,
})

const staffMessage = endpoint({
  method: 'GET',
  path: '/api/staff/messages/{id}/',
  summary: 'Staff: a message, with its first emails as they would be sent now. Access is logged.',
  allowedFor: 'staff',
  right: 'messages.read',
  audit: { entryPerCall: 'message.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: z.object({
    ...officersMessage.shape,
    /**
     * The SHA-256 of the text and the recipients, 64 hex digits. The public log has it. Null for messages
     * from before digests existed.
     */
    digest: z.nullable(z.string()),
    /** How many recipients are at each stage now; empty after the message was sent. */
    from: z.array(z.object({ stage: z.enum(STAGES), count: z.number() })),
    /** The first emails; empty after sending, and for officers who may not read applications. */
    letters: z.array(previewedEmail),
  }),
})

const staffDecideMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/{id}/decide/',
  summary: 'Staff: a second person approves a message to many or returns it. The person who wrote it cannot.',
  allowedFor: 'staff',
  right: 'messages.approve',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  // The digest of the message that the officer saw: a message that has changed since is not approved.
  body: z.object({ approve: z.boolean(), note: text(SENDING.maxNote), digest: text(64) }),
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
  reply: officersMessage,
})

const staffStopMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/{id}/stop/',
  summary: 'Staff: stops a message before it is sent. Its sender, an approver or an administrator can.',
  allowedFor: 'staff',
  right: 'messages.stop',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ reason: text(SENDING.maxNote) }),
  fieldErrors: (input): FieldErrors => (input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  reply: officersMessage,
})

export const messageEndpoints = {
  'GET /api/staff/jobs/{id}/messages/': staffMessages,
  'POST /api/staff/jobs/{id}/messages/': staffSendMessage,
  'POST /api/staff/jobs/{id}/messages/preview/': staffPreviewMessage,
  'GET /api/staff/messages/{id}/': staffMessage,
  'POST /api/staff/messages/{id}/decide/': staffDecideMessage,
  'POST /api/staff/messages/{id}/stop/': staffStopMessage,
}
