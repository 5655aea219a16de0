import { useState } from 'react'
import { useNavigate } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call, conflictReason } from '../api.ts'
import { paths } from '../paths.ts'
import { chooseJob } from '../session/chosen-job.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { ModalNotification } from '../ui/notification-modal.tsx'

export type ListedJob = Reply<'GET /api/jobs/list/'>['results'][number]

const ALREADY_APPLIED: ModalNotification = {
  type: 'info',
  title: APPLICATION_WORDS.alreadyApplied,
  message: JOB_WORDS.alreadySubmitted,
}

/**
 * Applies for a job (S2 §4): starts an application, continues a draft, or shows the 'Already Applied' dialog.
 * `busyJobId` is the job that is being applied for.
 */
export function useApply(show: (notification: ModalNotification) => void) {
  const navigate = useNavigate()
  const { busy, run } = useOneAtATime()
  const [pressedJobId, setPressedJobId] = useState<number>()
  const openForm = async (job: ListedJob) => {
    setPressedJobId(job.id)
    // The sentence to show if a step fails. It is first about the check, then about the start.
    let failureSentence: string = APPLICATION_WORDS.checkFailed
    try {
      // The listed job usually has the state of the application (L9). If not, fetch it.
      const application =
        job.application ?? (await call('GET /api/job-applications/check/{id}/', { params: { id: job.id } }))
      if (application.is_completed) return show(ALREADY_APPLIED)
      failureSentence = JOB_WORDS.startFailed
      if (!application.exists) {
        const started = await call('POST /api/job-applications/', { body: { job: job.id } })
        if (started.is_completed) return show(ALREADY_APPLIED)
      }
      chooseJob(job)
      await navigate(paths.apply(job.id))
    } catch (error) {
      show({ type: 'error', title: job.title, message: conflictReason(error) ?? failureSentence })
    }
  }
  const apply = async (job: ListedJob) => {
    if (busy) return
    if (job.application?.is_completed) return show(ALREADY_APPLIED)
    return run(() => openForm(job))
  }
  return { apply, busyJobId: busy ? pressedJobId : undefined }
}
