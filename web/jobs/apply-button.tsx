import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call, conflictReason } from '../api.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, chooseJob } from '../session/chosen-job.ts'
import { usePrefetchedWizard } from '../session/prefetch-wizard.ts'
import { personOf, useSession } from '../session/session.ts'

/** `is_completed`: the person has submitted the application. */
type Application = { exists: boolean; is_completed: boolean }
type Props = { job: ChosenJob; isExpired: boolean }

/**
 * The state until the check for an application has answered. Code compares with this very object, so an
 * answer with the same content is another state.
 */
const NOT_CHECKED: Application = { exists: false, is_completed: false }

const labelOf = ({ exists, is_completed }: Application) => {
  if (is_completed) return JOB_WORDS.view
  return exists ? JOB_WORDS.continue : JOB_WORDS.apply
}

/** The apply button's label and what a press does, by the state of the person's application (S1 §4). */
export function useApply({ job, isExpired }: Props) {
  const person = personOf(useSession())
  const navigate = useNavigate()
  const [application, setApplication] = useState<Application>(NOT_CHECKED)
  // Stays true after success, because this page is shown until the application form is rendered.
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState('')
  const isLoggedIn = person !== ''

  // An effect, and no loader: the page is the same for everyone, and only the browser knows who is logged in.
  useEffect(() => {
    // The page may have shown another job or another person's application before.
    setApplication(NOT_CHECKED)
    setError('')
    if (!person) return
    let isCurrent = true
    // If the check fails, that is only logged (S1 §8), because the server checks again at every step.
    call('GET /api/job-applications/check/{id}/', { params: { id: job.id } }).then(
      (found) => isCurrent && setApplication(found),
      () => console.info('The state of your application could not be checked.'),
    )
    return () => {
      isCurrent = false
    }
  }, [person, job.id])

  // After the check, this person may open the application form. So its code is loaded now.
  usePrefetchedWizard(isLoggedIn && !isExpired && application !== NOT_CHECKED && !application.is_completed)

  const openForm = async () => {
    if (!application.exists) await call('POST /api/job-applications/', { body: { job: job.id } })
    chooseJob(job)
    await navigate(paths.apply(job.id))
  }
  const apply = async () => {
    if (isBusy) return
    if (!isLoggedIn) {
      chooseJob(job)
      return navigate(paths.login)
    }
    if (application.is_completed)
      return navigate(paths.dashboard, { state: { message: JOB_WORDS.alreadySubmitted, job: job.id } })
    setIsBusy(true)
    setError('')
    return openForm().catch((failure: unknown) => {
      setError(conflictReason(failure) ?? JOB_WORDS.startFailed)
      setIsBusy(false)
    })
  }
  return { apply, label: isBusy ? JOB_WORDS.working : labelOf(application), isBusy, error }
}

export type ApplyState = ReturnType<typeof useApply>

export const ApplyButton = ({
  applying: { apply, label, isBusy },
  wide = false,
}: {
  applying: ApplyState
  wide?: boolean
}) => (
  <button className={wide ? 'btn btn-wide' : 'btn'} type="button" onClick={apply} aria-disabled={isBusy}>
    {translate(label)}
  </button>
)
