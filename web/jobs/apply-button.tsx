import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { chooseJob } from '../session/chosen-job.ts'
import { usePrefetchedWizard } from '../session/prefetch-wizard.ts'
import { useSession } from '../session/session.ts'

type Application = { exists: boolean; is_completed: boolean }
type Props = { job: { id: number; title: string }; expired: boolean }

const NOT_STARTED: Application = { exists: false, is_completed: false }

const labelOf = ({ exists, is_completed }: Application) => {
  if (is_completed) return JOB_WORDS.view
  return exists ? JOB_WORDS.continue : JOB_WORDS.apply
}

/** S1 §4 Apply button: its label and where it leads, by the state of the person's application. */
export function useApply({ job, expired }: Props) {
  const session = useSession()
  const navigate = useNavigate()
  const [application, setApplication] = useState<Application>(NOT_STARTED)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const signedIn = session.state === 'in'

  useEffect(() => {
    if (!signedIn) return
    let here = true
    // S1 §8: a failed check is only logged; the server checks again at every step.
    call('GET /api/job-applications/check/{id}/', { params: { id: job.id } }).then(
      (found) => here && setApplication(found),
      () => console.info('The state of your application could not be checked.'),
    )
    return () => {
      here = false
    }
  }, [signedIn, job.id])

  // A started application will likely be continued, and a person who reads an open job may apply for it.
  usePrefetchedWizard(signedIn && !expired && application !== NOT_STARTED && !application.is_completed)

  const apply = async () => {
    if (busy) return
    if (!signedIn) {
      chooseJob(job)
      return navigate(paths.login)
    }
    if (application.is_completed)
      return navigate(paths.dashboard, { state: { notice: JOB_WORDS.alreadySubmitted, job: job.id } })
    setBusy(true)
    setError('')
    try {
      if (!application.exists) await call('POST /api/job-applications/', { body: { job: job.id } })
      chooseJob(job)
      await navigate(paths.apply(job.id))
    } catch {
      setError(JOB_WORDS.startFailed)
      setBusy(false)
    }
  }
  return { apply, words: busy ? JOB_WORDS.working : labelOf(application), busy, error }
}

export type ApplyState = ReturnType<typeof useApply>

export const ApplyButton = ({
  applying: { apply, words, busy },
  wide = false,
}: {
  applying: ApplyState
  wide?: boolean
}) => (
  <button className={wide ? 'btn btn-wide' : 'btn'} type="button" onClick={apply} aria-disabled={busy}>
    {words}
  </button>
)
