import { Link } from 'react-router'
import { clockTime, shortDeadline } from '#contract/dates.ts'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import type { DeadlineProposal } from '#contract/last-hour/endpoints.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'

/** How far the two officers are, in one sentence. */
function Standing({ it }: { it: DeadlineProposal }) {
  const when = it.decided_at && clockTime(new Date(it.decided_at))
  if (it.state === 'proposed') return <>The portal proposes it. No officer has agreed yet.</>
  if (it.state === 'agreed')
    return (
      <>
        {it.first} agreed at {when} A second officer decides.
      </>
    )
  if (it.state === 'returned')
    return (
      <>
        {it.second} returned it at {when} {it.note && <>Note: “{it.note}”</>}
      </>
    )
  return (
    <span className="fi-green">
      <Icon name="tick" /> The deadline was moved at {when} {it.first} and {it.second} agreed.
    </span>
  )
}

const causeOf = ({ down_minutes: down, reason }: DeadlineProposal) =>
  down === null ? `Reason: “${reason}”` : `${down} ${down === 1 ? 'minute was' : 'minutes were'} down.`

/** Deadlines that two officers may move, and those they have moved. */
export const Proposals = ({ proposals }: { proposals: DeadlineProposal[] }) => (
  <section aria-labelledby="proposals">
    <h2 id="proposals">Deadlines to move</h2>
    {proposals.length === 0 ? (
      <p className="quiet">{LAST_HOUR_WORDS.noProposals}</p>
    ) : (
      <>
        <p>{LAST_HOUR_WORDS.proposals}</p>
        <ul className="lh-proposals">
          {proposals.map((it) => (
            <li key={`${it.job_id} ${it.state}`}>
              <Link to={paths.staffJob(it.job_id)}>
                <JobTitle title={it.title} />
              </Link>{' '}
              <span className="ref quiet">{it.reference}</span>
              <p className="small">
                {causeOf(it)} {it.from && `From ${shortDeadline(it.from)} to `}
                {!it.from && 'To '}
                <b>{shortDeadline(it.until)}</b> EAT.
              </p>
              <p className="small">
                <Standing it={it} />
              </p>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
)
