import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { dropDraft, putDraft } from '../session/device-drafts.ts'
import { currentSession, serverNow } from '../session/session.ts'
import { type Around, profileChange, profileOf } from './around.ts'
import { type Draft, sentDraft } from './draft.ts'
import { openKeeper } from './keeper.ts'
import type { OnDevice, Opened } from './open-application.ts'

/** What lies beside the draft and is kept on the device with it. */
export type BesideDraft = { around: Around; key: string; queued: boolean }

const sendTo =
  (applicationId: number, job: number) =>
  async (draft: Draft, version: number, leaving: boolean): Promise<{ version: number; updated_at: string }> => {
    try {
      return await call('POST /api/job-applications/partial-save/', { body: { job_id: job, version, ...sentDraft(draft) }, keepalive: leaving })
    } catch (error) {
      // The refusal shows what stands now; where it does not, it is asked for.
      if (isCallFailed(error) && error.body.code === 'conflict' && !('current' in error.body))
        Object.assign(error.body, { current: await call('GET /api/job-applications/{id}/', { params: { id: applicationId } }) })
      throw error
    }
  }

/** One application in one tab: its keeper, and what lies beside the draft. */
export function openDesk(opened: Opened, account: string) {
  const job = opened.around.job.id
  let beside: BesideDraft = { around: opened.around, key: opened.key, queued: opened.queued }
  let finished = false
  const listeners = new Set<() => void>()
  const keeper = openKeeper(opened.standing, {
    send: sendTo(opened.around.applicationId, job),
    keep: async (standing) => {
      const session = currentSession()
      // After the end of a session only what the server has not stays, and nothing after Logout.
      if (finished || (session.state === 'out' && (session.left || standing.onServer))) return
      const content: OnDevice = { ...standing, ...beside }
      await putDraft({ account, job, tab: opened.tab, at: serverNow(), onServer: standing.onServer, content })
    },
    now: serverNow,
  })
  return {
    keeper,
    beside: () => beside,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lay: (news: Partial<Omit<BesideDraft, 'key'>>) => {
      beside = { ...beside, ...news }
      for (const listener of listeners) listener()
      void keeper.keep()
    },
    /** It is sent: this device forgets the draft. */
    finish: async () => {
      finished = true
      keeper.done()
      await dropDraft({ account, job, tab: opened.tab })
    },
  }
}
export type Desk = ReturnType<typeof openDesk>

/** W12: what was typed where the profile is empty goes there. @throws CallFailed */
export async function keepProfile(desk: Desk) {
  const { around } = desk.beside()
  const body = profileChange(around.profile, desk.keeper.snapshot().draft)
  if (Object.keys(body).length === 0) return
  const profile = profileOf(await call('PATCH /api/user/profile/', { body }))
  desk.lay({ around: { ...desk.beside().around, profile } })
}
