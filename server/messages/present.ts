import type { SentMessage } from '#contract/staff-messages.ts'
import type { MessageRow } from './store.ts'

export const presentMessage = (row: MessageRow): SentMessage => ({
  id: row.id,
  subject: row.subject,
  body: row.body,
  template: row.template_id === null ? null : { id: row.template_id, name: row.template_name ?? '' },
  filter: row.filter,
  sent_by: { id: row.sent_by, name: row.sent_by_name },
  sent_at: row.sent_at.toISOString(),
  recipients: row.recipients,
  delivered: row.recipients - row.waiting - row.failed,
  waiting: row.waiting,
  failed: row.failed,
})
