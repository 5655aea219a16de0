import { useState } from 'react'
import { Link } from 'react-router'
import { DECISIONS } from '#contract/staff/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { paths } from '../paths.ts'
import { applications } from '../staff-ui/applications.ts'
import { AreaField } from '../staff-ui/area-field.tsx'
import { Confirm } from '../staff-ui/confirm.tsx'
import { isEarly } from './early.tsx'
import { Deed, deed, PROPOSED, stageWords } from './list-words.ts'
import { ReasonFields, type Why, whyOf } from './reason-fields.tsx'
import type { useAttempt } from './use-attempt.ts'

export type Words = { name: string } & Why
type Props = {
  list: DecisionListDetail
  attempt: ReturnType<typeof useAttempt>
  words: Words | undefined
  onWords: (words: Words | undefined) => void
  /** Why it is decided before the deadline. */
  early: string
  onEarly: (early: string) => void
}

/** A draft list: its name and reason, and what may be done with it. */
export function DraftList({ list, attempt, words, onWords, early, onEarly }: Props) {
  const [asked, setAsked] = useState<'propose' | 'withdraw'>()
  const params = { id: list.id }
  const asKept = { name: list.name, ...whyOf(list.own_reason) }
  const proposes = list.needs_second ? `Propose to ${deed(list)}` : Deed(list)
  const save = async () => {
    if (!words) return
    const { done } = await attempt.run(['name', 'reason', 'reason_value'], 'Saved.', () =>
      call('PATCH /api/staff/decisions/{id}/', { params, body: words }),
    )
    if (done) onWords(undefined)
  }
  const act = async (kind: 'propose' | 'withdraw') => {
    setAsked(undefined)
    if (kind === 'withdraw') {
      await attempt.run([], 'List withdrawn. Its applications can be put on another list.', () =>
        call('POST /api/staff/decisions/{id}/withdraw/', { params }),
      )
      return
    }
    const said = list.needs_second ? PROPOSED : 'Done. No second person is needed.'
    const { faults } = await attempt.run(['reason', 'early_reason'], said, () =>
      call('POST /api/staff/decisions/{id}/propose/', { params, body: { early_reason: early } }),
    )
    // A verdict needs a reason: open the field for it.
    if (faults.some(({ field }) => field === 'reason')) onWords(asKept)
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
          <ReasonFields
            why={words}
            onWhy={(part) => onWords({ ...words, ...part })}
            at={attempt.at}
            optional={!attempt.at('reason')}
          />
          <p className="btn-row mt4">
            <button
              className="btn btn-s"
              type="button"
              aria-disabled={attempt.busy}
              onClick={() => void save()}
            >
              Save
            </button>
            <button className="btn btn-2 btn-s" type="button" onClick={() => onWords(undefined)}>
              Cancel
            </button>
          </p>
        </div>
      ) : (
        <>
          {isEarly(list) && list.may.includes('propose') && (
            <div className="form mb4">
              <AreaField
                id="early_reason"
                label="Why decide before the deadline?"
                hint="The log keeps it and the second person reads it; applicants do not."
                rows={2}
                maxLength={DECISIONS.maxReason}
                value={early}
                onValue={onEarly}
                fault={attempt.at('early_reason')}
              />
            </div>
          )}
          <p className="btn-row">
            {list.may.includes('propose') && (
              <button
                className="btn btn-s"
                type="button"
                aria-disabled={attempt.busy}
                onClick={() => setAsked('propose')}
              >
                {proposes}
              </button>
            )}
            {list.may.includes('change') && (
              <>
                <Link className="btn btn-2 btn-s" to={paths.staffApplications(list.job.id)}>
                  Put applications on it
                </Link>
                <button className="btn btn-2 btn-s" type="button" onClick={() => onWords(asKept)}>
                  Change name or reason
                </button>
              </>
            )}
            {list.may.includes('withdraw') && (
              <button
                className="btn btn-2 btn-s"
                type="button"
                aria-disabled={attempt.busy}
                onClick={() => setAsked('withdraw')}
              >
                Withdraw the list
              </button>
            )}
          </p>
        </>
      )}
      {asked && (
        <Confirm
          {...(asked === 'propose'
            ? { act: proposes }
            : { act: 'Withdraw the list', title: `Withdraw this list of ${applications(list.size)}?` })}
          busy={attempt.busy}
          onAct={() => void act(asked)}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'withdraw' ? (
            <p>
              Nothing changes for the applicants. Their applications can be put on another list. This list
              stays visible as withdrawn.
            </p>
          ) : list.needs_second ? (
            <p>
              All go to <b>{stageWords(list.to_stage)}</b> once a second person approves. From now on no one
              can change the list; you can take it back.
            </p>
          ) : (
            <p>
              All go to <b>{stageWords(list.to_stage)}</b>. No second person is needed. Applicants whose
              status changes are notified {DECISIONS.undoMinutes} minutes later. Until then you can undo it.
            </p>
          )}
        </Confirm>
      )}
    </section>
  )
}
