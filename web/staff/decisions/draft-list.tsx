import { useState } from 'react'
import { Link } from 'react-router'
import { DECISIONS } from '#contract/limits.ts'
import type { DecisionListWhole } from '#contract/staff-decisions.ts'
import { call } from '../../api.ts'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { TextField } from '../../form/field.tsx'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { applications } from '../applications.ts'
import { AreaField } from '../area-field.tsx'
import { stageWords } from './list-words.ts'
import type { useAttempt } from './use-attempt.ts'

export type Words = { name: string; reason: string }
type Props = { list: DecisionListWhole; attempt: ReturnType<typeof useAttempt>; words: Words | undefined; onWords: (words: Words | undefined) => void }

/** A list in the making: its words, and what may be done with it. */
export function DraftList({ list, attempt, words, onWords }: Props) {
  const [asked, setAsked] = useState<'propose' | 'withdraw'>()
  const params = { id: list.id }
  const save = async () => {
    if (!words) return
    const { done } = await attempt.run(['name', 'reason'], 'Saved.', () => call('PATCH /api/staff/lists/{id}/', { params, body: words }))
    if (done) onWords(undefined)
  }
  const act = async (kind: 'propose' | 'withdraw') => {
    setAsked(undefined)
    if (kind === 'withdraw') {
      await attempt.run([], 'Given up. Everything on it is free again.', () => call('POST /api/staff/lists/{id}/withdraw/', { params }))
      return
    }
    const said = list.needs_second ? 'Proposed. A second person decides.' : 'Done. No second person is needed.'
    const { faults } = await attempt.run(['reason'], said, () => call('POST /api/staff/lists/{id}/propose/', { params }))
    // A verdict without its reason: the field to write it in is opened.
    if (faults.some(({ field }) => field === 'reason')) onWords({ name: list.name, reason: list.reason })
  }
  return (
    <section className="st-act" aria-label="What to do with it">
      <ErrorSummary faults={attempt.faults} round={attempt.round} />
      {words ? (
        <div className="form">
          <TextField
            id="name"
            label="Name"
            maxLength={120}
            autoComplete="off"
            value={words.name}
            onValue={(name) => onWords({ ...words, name })}
            fault={attempt.at('name')}
          />
          <AreaField
            id="reason"
            label="Reason"
            hint="Every applicant on the list reads it in their letter."
            optional
            maxLength={DECISIONS.maxReason}
            value={words.reason}
            onValue={(reason) => onWords({ ...words, reason })}
            fault={attempt.at('reason')}
          />
          <p className="btn-row mt4">
            <button className="btn btn-s" type="button" aria-disabled={attempt.busy} onClick={() => void save()}>
              Save
            </button>
            <button className="btn btn-2 btn-s" type="button" onClick={() => onWords(undefined)}>
              Cancel
            </button>
          </p>
        </div>
      ) : (
        <p className="btn-row">
          {list.may.includes('propose') && (
            <button className="btn btn-s" type="button" aria-disabled={attempt.busy} onClick={() => setAsked('propose')}>
              Propose {applications(list.size)}
            </button>
          )}
          {list.may.includes('change') && (
            <>
              <Link className="btn btn-2 btn-s" to={paths.staffApplications(list.job.id)}>
                Put applications on it
              </Link>
              <button className="btn btn-2 btn-s" type="button" onClick={() => onWords({ name: list.name, reason: list.reason })}>
                Change name or reason
              </button>
            </>
          )}
          {list.may.includes('withdraw') && (
            <button className="btn btn-2 btn-s" type="button" aria-disabled={attempt.busy} onClick={() => setAsked('withdraw')}>
              Give it up
            </button>
          )}
        </p>
      )}
      {asked && (
        <Dialog
          title={asked === 'propose' ? `Propose ${applications(list.size)}?` : 'Give this list up?'}
          onClose={() => setAsked(undefined)}
          buttons={
            <>
              <button className="btn" type="button" aria-disabled={attempt.busy} onClick={() => void act(asked)}>
                {asked === 'propose' ? `Propose ${applications(list.size)}` : 'Give it up'}
              </button>
              <button className="btn btn-2" type="button" onClick={() => setAsked(undefined)}>
                Cancel
              </button>
            </>
          }
        >
          {asked === 'withdraw' ? (
            <p>Everything on it is free again, and stays where it is now. The list remains to be seen as given up.</p>
          ) : list.needs_second ? (
            <p>
              All go to <b>{stageWords(list.to_stage)}</b> once a second person approves. From now on nobody can change the list; you can take it back.
            </p>
          ) : (
            <p>
              All go to <b>{stageWords(list.to_stage)}</b>. No second person is needed for it. Who is told of it is told {DECISIONS.undoMinutes} minutes later,
              and until then you can undo it.
            </p>
          )}
        </Dialog>
      )}
    </section>
  )
}
