import { spreadPart } from '../../server/messages/spread.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'

let keys = 0

/** A recruiter who writes to applicants. */
export async function messageDesk(portal: Portal) {
  const author = await officer(portal, 'recruiter')
  const words = { subject: 'About {{reference_number}}', body: 'We meet on Monday.\n\nBring your papers for {{job_title}}.' }
  const desk = {
    author,
    words,
    template: (over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post('/api/staff/templates/', { name: `Template ${++keys}`, ...words, ...over }),
    rewrite: (id: number, body: Record<string, unknown>, by: Officer = author) => by.visitor.request('PUT', `/api/staff/templates/${id}/`, { body }),
    archive: (id: number, archived: unknown = true, by: Officer = author) => by.visitor.post(`/api/staff/templates/${id}/archive/`, { archived }),
    templates: async (by: Officer = author) => good(await by.visitor.get('/api/staff/templates/')).results as { id: number; name: string; archived: boolean }[],
    preview: (job: number, over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post(`/api/staff/jobs/${job}/messages/preview/`, { ...words, ...over }),
    send: (job: number, over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post(`/api/staff/jobs/${job}/messages/`, { ...words, key: `key${++keys}`, ...over }),
    history: async (job: number, by: Officer = author) => good(await by.visitor.get(`/api/staff/jobs/${job}/messages/`)).results,
    /** Promises all letters that were settled. */
    spread: async () => {
      while ((await spreadPart(portal.deps)) !== undefined);
    },
  }
  return desk
}
export type MessageDesk = Awaited<ReturnType<typeof messageDesk>>
