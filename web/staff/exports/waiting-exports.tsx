import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { WaitingExport } from '#contract/staff-exports.ts'
import { call } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../use-answer.ts'
import { applications } from '../applications.ts'
import { useMe } from '../shell.tsx'

const File = ({ it }: { it: WaitingExport }) => (
  <>
    <Link to={paths.staffExports(it.job.id)}>A file with identities</Link> of {applications(it.count)} for <span className="any">{it.job.title}</span>
  </>
)

/** Files with identities that wait for this officer: to be approved or returned, or to be downloaded. */
export function WaitingExports() {
  const { rights } = useMe()
  const answer = useAnswer('exports', async () => (rights.includes('applications.export') ? call('GET /api/staff/exports/') : undefined))
  if (answer.state !== 'here' || !answer.data) return null
  return (
    <>
      {answer.data.to_decide.map((it) => (
        <p className="callout is-amber mt4" key={it.id}>
          <File it={it} /> waits for you to approve or return it.
        </p>
      ))}
      {answer.data.to_download.map((it) => (
        <p className="callout mt4" key={it.id}>
          <File it={it} /> is approved: you can download it until {shortDeadline(it.ends_at)}.
        </p>
      ))}
    </>
  )
}
