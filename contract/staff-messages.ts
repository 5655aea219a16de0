import * as z from 'zod/mini'
import { endpoint, type Faults } from './endpoint.ts'
import { DECISIONS, MESSAGES } from './limits.ts'
import { fieldFault, MESSAGE_WORDS } from './message-fields.ts'
import { officer } from './staff-accounts.ts'
import { applicationFilter } from './staff-filter.ts'
import { STAFF_WORDS } from './staff-words.ts'
import { count, flag, id, instant, text } from './wire.ts'

const words = { subject: text(MESSAGES.maxSubject), body: text(MESSAGES.maxBody) }
const wordFaults = (it: { subject: string; body: string }): Faults => {
  const subject = !it.subject.trim() ? MESSAGE_WORDS.subjectRequired : /[\r\n]/.test(it.subject) ? MESSAGE_WORDS.oneLine : fieldFault(it.subject)
  const body = it.body.trim() ? fieldFault(it.body) : MESSAGE_WORDS.bodyRequired
  return { ...(subject ? { subject } : {}), ...(body ? { body } : {}) }
}

const template = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  made_by: officer,
  made_at: instant,
  updated_at: instant,
  archived: z.boolean(),
})
export type MessageTemplate = z.output<typeof template>

const templateWords = { name: text(MESSAGES.maxName), ...words }
const templateFaults = (it: { name: string; subject: string; body: string }): Faults => ({
  ...(it.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  ...wordFaults(it),
})

export const staffTemplates = endpoint({
  method: 'GET',
  path: '/api/staff/templates/',
  summary: 'Staff: templates of messages by name, archived ones last',
  for: 'staff',
  right: 'messages.read',
  look: { act: 'templates.listed' },
  limit: 'read',
  reply: z.object({ results: z.array(template) }),
})

export const staffMakeTemplate = endpoint({
  method: 'POST',
  path: '/api/staff/templates/',
  summary: 'Staff: keeps a message under a name, for all jobs',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  body: z.object(templateWords),
  faults: templateFaults,
  reply: template,
})

export const staffEditTemplate = endpoint({
  method: 'PUT',
  path: '/api/staff/templates/{id}/',
  summary: 'Staff: rewrites a template; what was sent with it stays as it was sent',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  params: z.object({ id }),
  // As it was when it was read: who saved meanwhile is not written over.
  body: z.object({ ...templateWords, updated_at: text(40) }),
  faults: templateFaults,
  reply: template,
})

export const staffArchiveTemplate = endpoint({
  method: 'POST',
  path: '/api/staff/templates/{id}/archive/',
  summary: 'Staff: puts a template away, or takes it back',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({ archived: flag }),
  reply: template,
})

/** Some by their ids, or all that match a filter: those on a list of decisions too. */
const which = {
  applications: z._default(z.array(id).check(z.maxLength(DECISIONS.maxNamed)), []),
  filter: z.optional(z.object(applicationFilter)),
}

const sent = z.object({
  id: z.number(),
  subject: z.string(),
  body: z.string(),
  template: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** How they were chosen, as it stands in the address; a search only as `search=…`, for it may name somebody. Null: one by one. */
  filter: z.nullable(z.string()),
  sent_by: officer,
  sent_at: instant,
  recipients: z.number(),
  /** Letters that left, that wait, and that no mail server would take. */
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
})
export type SentMessage = z.output<typeof sent>

export const staffMessages = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/messages/',
  summary: 'Staff: what was sent to the applicants of a job, newest first, and how much of it has arrived',
  for: 'staff',
  right: 'messages.read',
  look: { act: 'messages.listed', job: true },
  limit: 'read',
  params: z.object({ id }),
  query: z.object({ before: z.catch(z.optional(id), undefined) }),
  reply: z.object({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    results: z.array(sent),
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
  params: z.object({ id }),
  body: z.object({ ...which, ...words }),
  faults: wordFaults,
  reply: z.object({
    count: z.number(),
    /** Who is hidden from this officer is called by the names of the fields. */
    letters: z.array(z.object({ application: z.number(), reference: z.string(), hidden: z.boolean(), subject: z.string(), text: z.string() })),
  }),
})

export const staffSendMessage = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/messages/',
  summary: 'Staff: a letter and a notice to each; sent once, however often the call is repeated under its key',
  for: 'staff',
  right: 'messages.send',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({
    ...which,
    ...words,
    template: z.optional(id),
    /** How many the officer saw: when another number matches, nothing is sent and they are told. */
    expected: count,
    /** Of the officer’s own choosing: the same key sends the same message once. */
    key: text(64),
  }),
  faults: (it): Faults => ({ ...wordFaults(it), ...(it.key.trim() ? {} : { key: MESSAGE_WORDS.keyRequired }) }),
  reply: sent,
})
