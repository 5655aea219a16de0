import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { MESSAGES } from './limits.ts'
import { fieldError, MESSAGE_WORDS } from './fields.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { flag, id, instant, text } from '../wire.ts'

// The calls for message templates, and the check of subject and body for templates and messages.

function errorOfSubject(subject: string): string | undefined {
  if (!subject.trim()) return MESSAGE_WORDS.subjectRequired
  return /[\r\n]/.test(subject) ? MESSAGE_WORDS.oneLine : fieldError(subject)
}

/** The subject and body of a message in a call, before their `{{fields}}` are filled. */
export const messageTexts = { subject: text(MESSAGES.maxSubject), body: text(MESSAGES.maxBody) }
export const messageTextErrors = (input: { subject: string; body: string }): FieldErrors => {
  const subjectError = errorOfSubject(input.subject)
  const bodyError = input.body.trim() ? fieldError(input.body) : MESSAGE_WORDS.bodyRequired
  return { ...(subjectError ? { subject: subjectError } : {}), ...(bodyError ? { body: bodyError } : {}) }
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

const templateTexts = { name: text(MESSAGES.maxName), ...messageTexts }
const templateErrors = (input: { name: string; subject: string; body: string }): FieldErrors => ({
  ...(input.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  ...messageTextErrors(input),
})

const staffTemplates = endpoint({
  method: 'GET',
  path: '/api/staff/templates/',
  summary: 'Staff: templates of messages by name, archived ones last',
  allowedFor: 'staff',
  right: 'messages.read',
  audit: { entryPer15Minutes: 'templates.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({ results: z.array(template) }),
})

const staffMakeTemplate = endpoint({
  method: 'POST',
  path: '/api/staff/templates/',
  summary: 'Staff: saves a message under a name, for all jobs',
  allowedFor: 'staff',
  right: 'messages.send',
  rateLimit: 'write',
  loadClass: 'staff',
  body: z.object(templateTexts),
  fieldErrors: templateErrors,
  reply: template,
})

const staffEditTemplate = endpoint({
  method: 'PUT',
  path: '/api/staff/templates/{id}/',
  summary: 'Staff: rewrites a template. Messages that were sent do not change.',
  allowedFor: 'staff',
  right: 'messages.send',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  // `updated_at` is that of the version that the officer read, so that no newer version is overwritten.
  body: z.object({ ...templateTexts, updated_at: text(40) }),
  fieldErrors: templateErrors,
  reply: template,
})

const staffArchiveTemplate = endpoint({
  method: 'POST',
  path: '/api/staff/templates/{id}/archive/',
  summary: 'Staff: archives a template, or restores it',
  allowedFor: 'staff',
  right: 'messages.send',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ archived: flag }),
  reply: template,
})

export const templateEndpoints = {
  'GET /api/staff/templates/': staffTemplates,
  'POST /api/staff/templates/': staffMakeTemplate,
  'PUT /api/staff/templates/{id}/': staffEditTemplate,
  'POST /api/staff/templates/{id}/archive/': staffArchiveTemplate,
}
