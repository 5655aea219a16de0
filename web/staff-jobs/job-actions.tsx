import { Link, useNavigate } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobChange, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { staffPaths } from '../staff-paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { CHANGE_WORDS } from './job-words.ts'

/** The changes of a job that have a button of their own. Publishing and editing are in the form instead. */
const CHANGES: JobChange[] = ['extend', 'reopen', 'end_early', 'archive']

type Props = {
  job: StaffJob
  editing: boolean
  onPropose: (change: JobChange) => void
  onFailed: (sentence: string) => void
}

/** The buttons for what this officer may do with the job in its present state. */
export function JobActions({ job, editing, onPropose, onFailed }: Props) {
  const { rights } = useMe()
  const navigate = useNavigate()
  const { run } = useOneAtATime()
  const copy = async () => {
    try {
      const { id } = await call('POST /api/staff/jobs/', { body: { copy_of: job.id } })
      await navigate(staffPaths.job(id))
    } catch (error) {
      const sentence = isCallFailed(error) ? firstOf(error.body, ['reference', 'message']) : undefined
      onFailed(sentence ?? t`The copy could not be made. Please try again.`)
    }
  }
  return (
    <p className="btn-row">
      {job.may.includes('edit') && !editing && (
        <Link className="btn btn-2 btn-small" to="?edit=1" preventScrollReset>
          <Trans>Edit</Trans>
        </Link>
      )}
      {CHANGES.filter((change) => job.may.includes(change)).map((change) => (
        <button className="btn btn-2 btn-small" type="button" key={change} onClick={() => onPropose(change)}>
          {CHANGE_WORDS[change].button}
        </button>
      ))}
      {rights.includes('jobs.write') && (
        <button className="btn btn-2 btn-small" type="button" onClick={() => void run(copy)}>
          <Trans>Copy</Trans>
        </button>
      )}
    </p>
  )
}
