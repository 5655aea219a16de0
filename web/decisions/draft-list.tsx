import { useState } from 'react'
import { Link } from 'react-router'
import { DECISIONS } from '#contract/staff/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { paths } from '../paths.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { Confirm } from '../staff-ui/confirm.tsx'
import { isEarly } from './early.tsx'
import { Deed, deed, PROPOSED, stageWords } from './list-words.ts'
import { ReasonFields, type TypedReason, typedReasonOf } from './reason-fields.tsx'
import type { useAttempt } from './use-attempt.ts'

export type Words = { name: string } & TypedReason
type Attempt = ReturnType<typeof useAttempt>
type Props = {
  list: DecisionListDetail
  attempt: Attempt
  words: Words | undefined
  onWords: (words: Words | undefined) => void
  /** Why it is decided before the deadline. */
  early: string
  onEarly: (early: string) => void
}
type Action = 'propose' | 'withdraw'

const proposalWords = (list: DecisionListDetail) =>
  list.needs_second ? `Propose to ${deed(list)}` : Deed(list)

type WordsFormProps = Pick<Props, 'attempt' | 'onWords'> & { words: Words; onSave: () => void }

/** The name and the reason of a list, to be changed. */
const WordsForm = ({ attempt, words, onWords, onSave }: WordsFormProps) => (
  <div className="form">
    <TextField
      id="name"
      label="Name"
      maxLength={120}
      autoComplete="off"
      value={words.name}
      onValue={(name) => onWords({ ...words, name })}
      error={attempt.errorAt('name')}
    />
    <ReasonFields
      typedReason={words}
      onReason={(part) => onWords({ ...words, ...part })}
      errorAt={attempt.errorAt}
      optional={!attempt.errorAt('reason')}
    />
    <p className="btn-row mt4">
      <button className="btn btn-s" type="button" aria-disabled={attempt.busy} onClick={onSave}>
        Save
      </button>
      <button className="btn btn-2 btn-s" type="button" onClick={() => onWords(undefined)}>
        Cancel
      </button>
    </p>
  </div>
)

type ActionsProps = Pick<Props, 'list' | 'attempt'> & {
  onConfirm: (action: Action) => void
  onChange: () => void
}

const Actions = ({ list, attempt, onConfirm, onChange }: ActionsProps) => (
  <p className="btn-row">
    {list.may.includes('propose') && (
      <button
        className="btn btn-s"
        type="button"
        aria-disabled={attempt.busy}
        onClick={() => onConfirm('propose')}
      >
        {proposalWords(list)}
      </button>
    )}
    {list.may.includes('change') && (
      <>
        <Link className="btn btn-2 btn-s" to={paths.staffApplications(list.job.id)}>
          Put applications on it
        </Link>
        <button className="btn btn-2 btn-s" type="button" onClick={onChange}>
          Change name or reason
        </button>
      </>
    )}
    {list.may.includes('withdraw') && (
      <button
        className="btn btn-2 btn-s"
        type="button"
        aria-disabled={attempt.busy}
        onClick={() => onConfirm('withdraw')}
      >
        Withdraw the list
      </button>
    )}
  </p>
)

/** What happens to the applications of a list when it is withdrawn or proposed. */
function Consequence({ list, action }: { list: DecisionListDetail; action: Action }) {
  if (action === 'withdraw')
    return (
      <p>
        Nothing changes for the applicants. You can put their applications on another list. This list stays
        here as withdrawn.
      </p>
    )
  return list.needs_second ? (
    <p>
      All applications move to <b>{stageWords(list.to_stage)}</b> after a second person approves. From now on
      no one can change the list, but you can withdraw it.
    </p>
  ) : (
    <p>
      All applications move to <b>{stageWords(list.to_stage)}</b>. No second person is needed. Applicants
      whose status changes are notified {DECISIONS.undoMinutes} minutes later. Until then you can undo it.
    </p>
  )
}

/** Saving the words of a draft list, proposing it and withdrawing it. */
function useDraftActions({ list, attempt, words, onWords, early }: Props) {
  const params = { id: list.id }
  const savedWords = { name: list.name, ...typedReasonOf(list.own_reason) }
  const save = async () => {
    if (!words) return
    const { done } = await attempt.run(['name', 'reason', 'reason_value'], 'Saved.', () =>
      call('PATCH /api/staff/decisions/{id}/', { params, body: words }),
    )
    if (done) onWords(undefined)
  }
  const withdraw = () =>
    attempt.run([], 'You withdrew this list. You can put its applications on another list.', () =>
      call('POST /api/staff/decisions/{id}/withdraw/', { params }),
    )
  const propose = async () => {
    const result = list.needs_second ? PROPOSED : 'Done. No second person is needed.'
    const { errors } = await attempt.run(['reason', 'early_reason'], result, () =>
      call('POST /api/staff/decisions/{id}/propose/', { params, body: { early_reason: early } }),
    )
    // A verdict needs a reason: open the field for it.
    if (errors.some(({ field }) => field === 'reason')) onWords(savedWords)
  }
  return { save, run: { withdraw, propose }, change: () => onWords(savedWords) }
}

/** A draft list: its name and reason, and what may be done with it. */
export function DraftList(props: Props) {
  const { list, attempt, words, onWords, early, onEarly } = props
  const [confirming, setConfirming] = useState<Action>()
  const { save, run, change } = useDraftActions(props)
  return (
    <section className="st-action" aria-label="What to do with it">
      <ErrorSummary errors={attempt.errors} round={attempt.round} />
      {words && <WordsForm {...{ attempt, words, onWords }} onSave={() => void save()} />}
      {!words && isEarly(list) && list.may.includes('propose') && (
        <div className="form mb4">
          <TextAreaField
            id="early_reason"
            label="Why decide before the deadline?"
            hint="The log keeps this reason, and the second person reads it. Applicants do not see it."
            rows={2}
            maxLength={DECISIONS.maxReason}
            value={early}
            onValue={onEarly}
            error={attempt.errorAt('early_reason')}
          />
        </div>
      )}
      {!words && <Actions list={list} attempt={attempt} onConfirm={setConfirming} onChange={change} />}
      {confirming && (
        <Confirm
          {...(confirming === 'propose'
            ? { label: proposalWords(list) }
            : {
                label: 'Withdraw the list',
                title: `Withdraw this list of ${countedApplications(list.size)}?`,
              })}
          busy={attempt.busy}
          onConfirm={() => {
            setConfirming(undefined)
            void run[confirming]()
          }}
          onClose={() => setConfirming(undefined)}
        >
          <Consequence list={list} action={confirming} />
        </Confirm>
      )}
    </section>
  )
}
