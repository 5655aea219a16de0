import { useEffect, useRef } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'

type Sent = Reply<'GET /api/staff/jobs/{id}/messages/'>

const RELOAD_MS = 5_000

/** Whether the emails of a message go out now: some still wait, or the time to send them has come. */
const isBeingSent = ({ waiting, state, leaves_at }: OfficersMessage) =>
  waiting > 0 || (state === 'scheduled' && leaves_at !== null && new Date(leaves_at).getTime() < Date.now())

/** Loads the messages again while some are being sent, and when a scheduled one becomes due. */
export function useDeliveryProgress(
  jobId: number,
  before: string,
  sent: Sent | undefined,
  onReloaded: (sent: Sent) => void,
) {
  const latestOnReloaded = useRef(onReloaded)
  useEffect(() => {
    latestOnReloaded.current = onReloaded
  })
  useEffect(() => {
    if (!sent?.results.some(({ waiting, state }) => waiting > 0 || state === 'scheduled')) return
    let isCurrent = true
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !sent.results.some(isBeingSent)) return
      // If this call fails, nothing happens: the timer calls again after the next interval.
      call('GET /api/staff/jobs/{id}/messages/', { params: { id: jobId }, query: { before } }).then(
        (reloaded) => isCurrent && latestOnReloaded.current(reloaded),
        () => {},
      )
    }, RELOAD_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [jobId, before, sent])
}
