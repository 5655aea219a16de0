import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { serverNow } from '../session/session.ts'
import type { Wizard } from './use-wizard.ts'

const POLL_EVERY_MS = 120_000
/** This long before a deadline, the page starts to ask for the portal's load and for a moved deadline. */
const NEAR_MS = 86_400_000

export type Status = {
  /** The brownout level, 0 to 4. It says how much the portal leaves out under load. */
  level?: number | undefined
  /** The new deadline of this job, if it was moved. */
  newDeadline?: string | undefined
  /** True if the deadline was moved while the form was open. */
  isMovedWhileOpen?: boolean
}

/**
 * The portal's status on the last day of a job. Every step uses it: a moved deadline must move here too,
 * without a reload.
 */
export function useStatus({ context: { job }, patchContext, session }: Wizard): Status {
  const [status, setStatus] = useState<Status>({})
  const isNear = job.expiry_date !== null && Date.parse(job.expiry_date) - serverNow() < NEAR_MS
  useEffect(() => {
    if (!isNear) return
    const show = ({ level, extensions }: Reply<'GET /api/status/'>) => {
      // While the status is polled, the form may load the job again.
      const { job: presentJob } = session.snapshot().context
      const shownMs = Date.parse(presentJob.expiry_date ?? '')
      // After an extension, the deadline may have been set later in another way.
      const extension = extensions.find(
        ({ job_id, until }) => job_id === job.id && Date.parse(until) >= shownMs,
      )
      if (!extension) return setStatus({ level })
      // `from`: the earlier deadline. `down_minutes`: how long the portal was down.
      const { until: newDeadline, at: extendedAt, from, reason, down_minutes } = extension
      const isNew = Date.parse(newDeadline) > shownMs
      setStatus(({ isMovedWhileOpen }) => ({
        level,
        newDeadline,
        isMovedWhileOpen: isMovedWhileOpen === true || isNew,
      }))
      if (!isNew) return
      const extended = { at: extendedAt, from, reason, down_minutes }
      patchContext({ job: { ...presentJob, expiry_date: newDeadline, extended } })
    }
    // If the call fails, the timer soon repeats it.
    const poll = () => {
      if (document.visibilityState === 'visible') void call('GET /api/status/').then(show, () => {})
    }
    poll()
    const timer = setInterval(poll, POLL_EVERY_MS)
    // When a person comes back to the page, the status may be old. So it is asked for at once.
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new deadline must not restart the polling
  }, [isNear, job.id])
  return status
}
