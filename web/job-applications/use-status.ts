import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { serverNow } from '../session/session.ts'
import type { Wizard } from './use-wizard.ts'

const ASKED_EVERY_MS = 120_000
/** From so long before a deadline on it is asked how busy the portal is, and whether the deadline was moved. */
const NEAR_MS = 86_400_000

type Status = { level?: number | undefined /** A new deadline of this job. */; until?: string | undefined }

/** How the portal is, on the last day of a job. A deadline that was moved moves here too, without a reload. */
export function useStatus({ context, patchContext }: Wizard): Status {
  const { job } = context
  const [status, setStatus] = useState<Status>({})
  const near = job.expiry_date !== null && Date.parse(job.expiry_date) - serverNow() < NEAR_MS
  useEffect(() => {
    if (!near) return
    const heed = ({ level, extensions }: Reply<'GET /api/status/'>) => {
      const until = extensions.find(({ job_id }) => job_id === job.id)?.until
      setStatus({ level, until })
      if (until && job.expiry_date !== until) patchContext({ job: { ...job, expiry_date: until } })
    }
    // What does not come is asked for again.
    const ask = () => void (document.visibilityState === 'visible' && call('GET /api/status/').then(heed, () => {}))
    ask()
    const timer = setInterval(ask, ASKED_EVERY_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a deadline that was read is no new question
  }, [near, job.id])
  return status
}
