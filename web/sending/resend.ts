import { TICKET } from '#contract/tickets.ts'
import { isCallFailed } from '../call.ts'
import { type DeviceDraft, dropDraft, putDraft } from '../session/device-drafts.ts'
import { sendApplication } from './send-application.ts'
import { openTabs, thisTab } from './this-tab.ts'
import { type HeldTicket, isPassing, sentenceOf } from './verdicts.ts'

type Copy = { context: { applicationId: number; job: { title: string } }; ticket?: HeldTicket; notBefore?: number; queued: boolean }
/** An application that the server has received and not taken yet. */
export type Held = DeviceDraft<Copy & { ticket: HeldTicket }>
export type Resending = { is: 'sending' } | { is: 'sent'; reference: string | null } | { is: 'failed'; sentence: string }

const PAUSE_MS = 30_000

/** Those of this account that no other open tab sends. */
export async function heldHere(drafts: DeviceDraft<unknown>[]): Promise<Held[]> {
  const [tab, open] = await Promise.all([thisTab(), openTabs()])
  return (drafts as Held[]).filter((draft) => draft.content.ticket && (draft.tab === tab || !open?.has(draft.tab)))
}

/** Sends it outside the wizard, until there is a verdict; `heard` is told of it. Returns how to stop. */
export function resend(held: Held, heard: (news: Resending) => void): () => void {
  const { ticket, context, notBefore = 0 } = held.content
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const later = (ms: number) => {
    if (!stopped) timer = setTimeout(() => void attempt(), ms)
  }
  const attempt = async () => {
    try {
      const { body } = ticket
      const { reference_number } = await sendApplication({ applicationId: context.applicationId, body, ticket })
      await dropDraft(held)
      heard({ is: 'sent', reference: reference_number })
    } catch (error) {
      if (!isCallFailed(error)) throw error
      if (isPassing(error)) return later(Math.max(PAUSE_MS, (error.retryAfter ?? 0) * 1_000))
      const { ticket: _, ...content } = held.content
      await putDraft({ ...held, content: { ...content, queued: false } })
      heard({ is: 'failed', sentence: sentenceOf(error) })
    }
  }
  later(Math.max(0, Math.min(notBefore - Date.now(), TICKET.longestWaitSeconds * 1_000)))
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
