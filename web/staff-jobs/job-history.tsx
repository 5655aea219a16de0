import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, plainDate } from '#contract/dates.ts'
import type { StaffJobChange } from '#contract/staff-jobs/staff-job.ts'
import { CHANGE_WORDS } from './job-words.ts'

const dayAndTime = (time: string) => `${plainDate(new Date(time))}, ${clockTime(new Date(time))}`

const outcomeWords = ({ approved, note }: StaffJobChange) => {
  if (approved === null) return t`waits for a second person`
  if (approved) return t`approved`
  // Without an approval, a proposal has a note if it was returned, and none if it was taken back.
  return note ? t`returned` : t`taken back`
}

/** The proposals for a job, newest first: who proposed what and when, why, and who decided. */
export const JobHistory = ({ changes, mayEdit }: { changes: StaffJobChange[]; mayEdit: boolean }) => (
  <section className="st-history">
    <h2>
      <Trans>History</Trans>
    </h2>
    {changes.length === 0 ? (
      <p className="quiet mt2">
        <Trans>Nothing was proposed yet.</Trans>
      </p>
    ) : (
      <ol className="mt3">
        {changes.map((change) => (
          <li key={change.id}>
            <p>
              <b>{CHANGE_WORDS[change.kind].noun}</b>, {outcomeWords(change)}
              {change.decided_by && change.decided_at && (
                <>
                  {' '}
                  <Trans>
                    by {change.decided_by.name}, <span className="num">{dayAndTime(change.decided_at)}</span>
                  </Trans>
                </>
              )}
              {change.note && <span className="any">: “{change.note}”</span>}
            </p>
            <p className="quiet">
              <Trans>
                Proposed by {change.proposed_by.name},{' '}
                <span className="num">{dayAndTime(change.proposed_at)}</span>
              </Trans>
              {change.reason && <span className="any">: “{change.reason}”</span>}
            </p>
            {mayEdit && change.kind === 'edit' && change.approved === false && (
              <p>
                <Link className="tap" to={`?edit=${change.id}`} preventScrollReset>
                  <Trans>Continue from these words</Trans>
                </Link>
              </p>
            )}
          </li>
        ))}
      </ol>
    )}
  </section>
)
