import { useState } from 'react'
import { Link } from 'react-router'
import { clockTimeInFull, stampDate } from '#contract/dates.ts'
import type { StaffActLine } from '#contract/staff-people.ts'
import { ROLE_WORDS, STAFF_ROLES, type StaffRole } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { CheckLog } from './check-log.tsx'
import { Unread } from './loading.tsx'
import { useMe } from './shell.tsx'
import { WideTable } from './wide-table.tsx'
import type { Route } from './+types/log-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Log of acts', index: false })

const roleOf = ({ role }: StaffActLine) => (STAFF_ROLES.find((one) => one === role) ? ROLE_WORDS[role as StaffRole].name : role)

/** The job and the application as links where this officer may open them. */
function OnWhom({ it: { job_id: job, application_id: application, user_id: person, about } }: { it: StaffActLine }) {
  const { rights } = useMe()
  return (
    <>
      {job !== null && <Link to={paths.staffJob(job)}>Job {job}</Link>}
      {job !== null && application !== null && ', '}
      {application !== null &&
        (job !== null && rights.includes('applications.read') ? (
          <Link to={paths.staffApplications(job, `open=${application}`)}>Application {application}</Link>
        ) : (
          `Application ${application}`
        ))}
      {person !== null && (job === null && application === null ? `Person ${person}` : `, Person ${person}`)}
      {about !== '' && (job === null && application === null && person === null ? about : <div className="quiet">{about}</div>)}
    </>
  )
}

/** What officers did and looked at, newest first. */
export default function StaffLogPage() {
  const [before, setBefore] = useState<number[]>([])
  const last = before.at(-1)
  const answer = useAnswer(last ?? 0, () => call('GET /api/staff/acts/', { query: last ? { before: String(last) } : {} }))
  return (
    <>
      <h1>Log of acts</h1>
      <p className="lead mt2 mb5">
        Nobody can change or remove an entry. Each has a digest in the <Link to={paths.transparency}>public log</Link>. A check recomputes that log and holds
        one against the other, as the server's command <code>npm run portal -- log verify</code> does.
      </p>
      <CheckLog />
      {answer.state === 'failed' && <Unread what="The log" again={answer.again} />}
      {answer.state === 'here' && (
        <>
          <WideTable
            label="Log of acts"
            heads={['When', 'Who', 'What', 'On whom', 'Why', 'Digest']}
            rows={answer.data.results.map((it) => ({
              key: it.id,
              cells: [
                <span className="nw num" key="when">
                  {stampDate(new Date(it.at))}, {clockTimeInFull(new Date(it.at))}
                </span>,
                it.by
                  ? `${it.by.name}, ${roleOf(it)}`
                  : it.role === 'portal'
                    ? it.act === 'level.moved'
                      ? 'The portal'
                      : 'The portal, at the hour that was set'
                    : "The server's command line",
                it.words,
                <OnWhom key="whom" it={it} />,
                it.reason,
                <span className="num nw" key="digest">
                  {it.digest.slice(0, 16)}
                </span>,
              ],
            }))}
          />
          <p className="btn-row mt4">
            {before.length > 0 && (
              <button className="btn btn-2" type="button" onClick={() => setBefore(before.slice(0, -1))}>
                Newer
              </button>
            )}
            {answer.data.next && (
              <button className="btn btn-2" type="button" onClick={() => setBefore([...before, answer.data.next ?? 0])}>
                Older
              </button>
            )}
          </p>
        </>
      )}
    </>
  )
}
