import { Link } from 'react-router'
import { call } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../use-answer.ts'

const files = (count: number) => (count === 1 ? '1 file with identities' : `${count} files with identities`)

/** Files with identities that wait for this officer: to be decided on, or to be downloaded. */
export function WaitingExports() {
  const answer = useAnswer('exports', () => call('GET /api/staff/exports/waiting/'))
  if (answer.state !== 'here') return null
  return answer.data.results.map(({ job, to_decide, to_download }) => (
    <p className="callout is-amber mt4 any" key={job.id}>
      {to_decide > 0 && (
        <>
          <Link to={paths.staffExports(job.id)}>{files(to_decide)}</Link>{' '}
          {to_decide === 1 ? 'waits for you to approve or return it' : 'wait for you to approve or return them'}: {job.title}.{' '}
        </>
      )}
      {to_download > 0 && (
        <>
          <Link to={paths.staffExports(job.id)}>{files(to_download)}</Link> you asked for {to_download === 1 ? 'is' : 'are'} approved and can be downloaded:{' '}
          {job.title}.
        </>
      )}
    </p>
  ))
}
