import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnMessage, stopMessage } from './decide.ts'
import { listMessages } from './history.ts'
import { previewMessage } from './preview.ts'
import { getMessage } from './read.ts'
import { sendMessage } from './send.ts'
import { archiveTemplate, createTemplate, editTemplate, listTemplates } from './templates.ts'

export const messagesRoutes: Route[] = [
  answer('GET /api/staff/templates/', listTemplates),
  answer('POST /api/staff/templates/', createTemplate),
  answer('PUT /api/staff/templates/{id}/', editTemplate),
  answer('POST /api/staff/templates/{id}/archive/', archiveTemplate),
  answer('GET /api/staff/jobs/{id}/messages/', listMessages),
  answer('POST /api/staff/jobs/{id}/messages/preview/', previewMessage),
  answer('POST /api/staff/jobs/{id}/messages/', sendMessage),
  answer('GET /api/staff/messages/{id}/', getMessage),
  answer('POST /api/staff/messages/{id}/decide/', decideOnMessage),
  answer('POST /api/staff/messages/{id}/stop/', stopMessage),
]
