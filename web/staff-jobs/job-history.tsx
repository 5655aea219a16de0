import { Link } from 'react-router'
import { clockTime, plainDate } from '#contract/dates.ts'
import type { StaffJobChange } from '#contract/staff-jobs/endpoints.ts'
import { CHANGE_WORDS } from './job-words.ts'

const moment = (at: string) => `${plainDate(new Date(at))}, ${clockTime(new Date(at))}`

// Returning a proposal needs a note; taking it back has none.
const outcome = ({ approved, note }: StaffJobChange) =>
  approved === null ? 'waits for a second person' : approved ? 'approved' : note ? 'returned' : 'taken back'

/** The proposals for a job, newest first: who, when, why, and who decided. */
export const JobHistory = ({ changes, mayEdit }: { changes: StaffJobChange[]; mayEdit: boolean }) => (
  <section className="st-history">
    <h2>History</h2>
    {changes.length === 0 ? (
      <p className="quiet mt2">Nothing was proposed yet.</p>
    ) : (
      <ol className="mt3">
        {changes.map((it) => (
          <li key={it.id}>
            <p>
              <b>{CHANGE_WORDS[it.kind].noun}</b>, {outcome(it)}
              {it.decided_by && it.decided_at && (
                <>
                  {' '}
                  by {it.decided_by.name}, <span className="num">{moment(it.decided_at)}</span>
                </>
              )}
              {it.note && <span className="any">: “{it.note}”</span>}
            </p>
            <p className="quiet">
              Proposed by {it.proposed_by.name}, <span className="num">{moment(it.proposed_at)}</span>
              {it.reason && <span className="any">: “{it.reason}”</span>}
            </p>
            {mayEdit && it.kind === 'edit' && it.approved === false && (
              <p>
                <Link className="tap" to={`?edit=${it.id}`} preventScrollReset>
                  Continue from these words
                </Link>
              </p>
            )}
          </li>
        ))}
      </ol>
    )}
  </section>
)
