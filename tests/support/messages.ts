import { SENDING } from '#contract/messages/limits.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { spreadBatch } from '../../server/messages/spread.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import { type Officer, officer } from './staff.ts'

let keys = 0

/** A recruiter who writes messages to applicants, and an approver who decides on bulk messages. */
export async function messageStaff(portal: Portal) {
  const [author, second] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
  const words = {
    subject: 'About {{reference_number}}',
    body: 'We meet on Monday.\n\nBring your papers for {{job_title}}.',
  }
  const staff = {
    author,
    second,
    words,
    template: (over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post('/api/staff/templates/', { name: `Template ${++keys}`, ...words, ...over }),
    rewrite: (id: number, body: Record<string, unknown>, by: Officer = author) =>
      by.visitor.request('PUT', `/api/staff/templates/${id}/`, { body }),
    archive: (id: number, archived: unknown = true, by: Officer = author) =>
      by.visitor.post(`/api/staff/templates/${id}/archive/`, { archived }),
    templates: async (by: Officer = author) =>
      good(await by.visitor.get('/api/staff/templates/')).results as {
        id: number
        name: string
        archived: boolean
      }[],
    preview: (job: number, over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post(`/api/staff/jobs/${job}/messages/preview/`, { ...words, ...over }),
    send: (job: number, over: Record<string, unknown> = {}, by: Officer = author) =>
      by.visitor.post(`/api/staff/jobs/${job}/messages/`, { ...words, key: `key${++keys}`, ...over }),
    history: async (job: number, by: Officer = author) =>
      good(await by.visitor.get(`/api/staff/jobs/${job}/messages/`)).results,
    view: (id: number, by: Officer = second) => by.visitor.get(`/api/staff/messages/${id}/`),
    decide: (id: number, body: Record<string, unknown>, by: Officer = second) =>
      by.visitor.post(`/api/staff/messages/${id}/decide/`, body),
    stop: (id: number, by: Officer = author, reason = 'A mistake') =>
      by.visitor.post(`/api/staff/messages/${id}/stop/`, { reason }),
    /** The messages on an officer's start page: those to decide on, to stop, or to change. */
    waiting: async (by: Officer = second) => {
      const { to_decide, own } = good(await by.visitor.get('/api/staff/start/')) as StartPage
      return [...(to_decide?.items ?? []), ...own.items].filter(({ kind }) => kind === 'message')
    },
    /** The second officer approves all waiting messages. */
    approveAll: async () => {
      for (const { id, waits } of await staff.waiting()) {
        if (waits !== 'decide') continue
        const { digest } = good(await staff.view(id))
        good(await staff.decide(id, { approve: true, digest }))
      }
    },
    /** Approves a message where that is needed, and advances the clock to its time of sending. */
    due: async () => {
      await staff.approveAll()
      portal.clock.advance(SENDING.stopMinutes * 60_000)
    },
    /** Approves a message where that is needed, advances the clock, and enqueues all its emails. */
    spread: async () => {
      await staff.due()
      while ((await spreadBatch(portal.deps)) !== undefined);
    },
  }
  return staff
}
export type MessageStaff = Awaited<ReturnType<typeof messageStaff>>
