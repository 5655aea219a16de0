import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, shortMoment } from '#contract/dates.ts'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import type { DeadlineProposal } from '#contract/last-hour/endpoints.ts'
import { staffPaths } from '../staff-paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'

/** Which of the two officers have agreed. A time ends in "a.m." or "p.m.", so no full stop is added. */
function ProposalState({ proposal }: { proposal: DeadlineProposal }) {
  const decidedAt = proposal.decided_at && clockTime(new Date(proposal.decided_at))
  if (proposal.state === 'proposed')
    return <Trans>The portal proposes this. No officer has agreed yet.</Trans>
  if (proposal.state === 'agreed')
    return (
      <Trans>
        {proposal.first} agreed at {decidedAt} A second officer decides.
      </Trans>
    )
  if (proposal.state === 'returned')
    return (
      <>
        <Trans>
          {proposal.second} returned it at {decidedAt}
        </Trans>{' '}
        {proposal.note && <Trans>Note: “{proposal.note}”</Trans>}
      </>
    )
  return (
    <span className="reports-green">
      <Icon name="tick" />{' '}
      <Trans>
        The deadline was moved at {decidedAt} {proposal.first} and {proposal.second} agreed.
      </Trans>
    </span>
  )
}

/** A proposal without minutes of downtime has another reason, which the officer gave. */
const causeOf = ({ down_minutes: downMinutes, reason }: DeadlineProposal) =>
  downMinutes === null
    ? t`Reason: “${reason}”`
    : plural(downMinutes, { one: '# minute was down.', other: '# minutes were down.' })

/** The deadline that may be moved or was moved. `from` is null if the job had none. */
const ProposalLine = ({ proposal }: { proposal: DeadlineProposal }) => (
  <li>
    <Link to={staffPaths.job(proposal.job_id)}>
      <JobTitle title={proposal.title} />
    </Link>{' '}
    <span className="ref quiet">{proposal.reference}</span>
    <p className="small">
      {causeOf(proposal)}{' '}
      {proposal.from ? (
        <Trans>
          From {shortMoment(proposal.from)} to <b>{shortMoment(proposal.until)}</b> EAT.
        </Trans>
      ) : (
        <Trans>
          To <b>{shortMoment(proposal.until)}</b> EAT.
        </Trans>
      )}
    </p>
    <p className="small">
      <ProposalState proposal={proposal} />
    </p>
  </li>
)

const List = ({ proposals }: { proposals: DeadlineProposal[] }) => (
  <ul className="last-hour-proposals">
    {proposals.map((proposal) => (
      <ProposalLine key={`${proposal.job_id} ${proposal.state}`} proposal={proposal} />
    ))}
  </ul>
)

/** Further proposals are folded: hundreds of jobs may close at once, and the switch is below the list. */
const SHOWN_PROPOSALS = 20

/** The deadlines that two officers may move or have moved. */
export const Proposals = ({ proposals }: { proposals: DeadlineProposal[] }) => (
  <section aria-labelledby="proposals">
    <h2 id="proposals">
      <Trans>Deadlines to move</Trans>
    </h2>
    {proposals.length === 0 ? (
      <p className="quiet">{LAST_HOUR_WORDS.noProposals}</p>
    ) : (
      <>
        <p>{LAST_HOUR_WORDS.proposals}</p>
        <List proposals={proposals.slice(0, SHOWN_PROPOSALS)} />
      </>
    )}
    {proposals.length > SHOWN_PROPOSALS && (
      <details className="st-fold">
        <summary>
          <Trans>{proposals.length - SHOWN_PROPOSALS} more deadlines</Trans>
        </summary>
        <List proposals={proposals.slice(SHOWN_PROPOSALS)} />
      </details>
    )}
  </section>
)
