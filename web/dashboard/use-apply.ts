import { useState } from 'react'
import { useNavigate } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { chooseJob } from '../session/chosen-job.ts'
import type { ModalNotification } from '../ui/notification-modal.tsx'

export type ListedJob = Reply<'GET /api/jobs/list/'>['results'][number]

const ALREADY_APPLIED: ModalNotification = {
  type: 'info',
  title: APPLICATION_WORDS.alreadyApplied,
  message: JOB_WORDS.alreadySubmitted,
}

/**
 * S2 §4 Applying from a job: starts an application, continues a draft, or opens the 'Already Applied' dialog.
 */
export function useApply(show: (notification: ModalNotification) => void) {
  const navigate = useNavigate()
  const [busyJobId, setBusyJobId] = useState<number>()
  const apply = async (job: ListedJob) => {
    if (busyJobId !== undefined) return
    if (job.application?.is_completed) return show(ALREADY_APPLIED)
    setBusyJobId(job.id)
    let failureSentence: string = APPLICATION_WORDS.checkFailed
    try {
      // L9: the list contains the state; if not, fetch it.
      const application =
        job.application ?? (await call('GET /api/job-applications/check/{id}/', { params: { id: job.id } }))
      if (application.is_completed) return show(ALREADY_APPLIED)
      failureSentence = JOB_WORDS.startFailed
      if (
        !application.exists &&
        (await call('POST /api/job-applications/', { body: { job: job.id } })).is_completed
      )
        return show(ALREADY_APPLIED)
      chooseJob(job)
      await navigate(paths.apply(job.id))
    } catch (error) {
      // What the server says about this job, for example that it closed, is better than a general failure.
      const message =
        isCallFailed(error) && error.status === 409 ? firstOf(error.body, ['message']) : undefined
      show({ type: 'error', title: job.title, message: message ?? failureSentence })
    } finally {
      setBusyJobId(undefined)
    }
  }
  return { apply, busy: busyJobId }
}
