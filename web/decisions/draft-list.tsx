import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DECISIONS } from '#contract/decisions/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { staffPaths } from '../staff-paths.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { Confirm } from '../staff-ui/confirm.tsx'
import { isEarly } from './early.tsx'
import { actionLabel, actionWords, PROPOSED, stageWords } from './list-words.ts'
import { ReasonFields, type TypedReason, typedReasonOf } from './reason-fields.tsx'
import type { useAttempt } from './use-attempt.ts'

export type DraftWords = { name: string } & TypedReason
type Attempt = ReturnType<typeof useAttempt>
type Props = {
  list: DecisionListDetail
  attempt: Attempt
  /** The list's name and reason while they are changed; undefined while their form is closed. */
  draftWords: DraftWords | undefined
  onDraftWords: (draftWords: DraftWords | undefined) => void
  /** Why the officer decides before the deadline of the job. */
  earlyReason: string
  onEarlyReason: (earlyReason: string) => void
}
type Action = 'propose' | 'withdraw'

/** The label of the button. A list that needs no second person takes effect without being proposed. */
const proposalWords = (list: DecisionListDetail) =>
  list.needs_second ? t`Propose to ${actionWords(list)}` : actionLabel(list)

type WordsFormProps = Pick<Props, 'attempt' | 'onDraftWords'> & { draftWords: DraftWords; onSave: () => void }

/** The form to change the name and the reason of a decision list. */
const WordsForm = ({ attempt, draftWords, onDraftWords, onSave }: WordsFormProps) => (
  <div className="form">
    <TextField
      id="name"
      label={t`Name`}
      maxLength={120}
      autoComplete="off"
      value={draftWords.name}
      onValue={(name) => onDraftWords({ ...draftWords, name })}
      error={attempt.errorAt('name')}
    />
    <ReasonFields
      typedReason={draftWords}
      onReason={(change) => onDraftWords({ ...draftWords, ...change })}
      errorAt={attempt.errorAt}
      // Only some stages need a reason. If it is missing, the server refuses the list with an error at this
      // field.
      optional={!attempt.errorAt('reason')}
    />
    <p className="btn-row mt4">
      <button className="btn btn-small" type="button" aria-disabled={attempt.busy} onClick={onSave}>
        <Trans>Save</Trans>
      </button>
      <button className="btn btn-2 btn-small" type="button" onClick={() => onDraftWords(undefined)}>
        <Trans>Cancel</Trans>
      </button>
    </p>
  </div>
)

type ActionsProps = Pick<Props, 'list' | 'attempt'> & {
  onConfirm: (action: Action) => void
  onStartChanging: () => void
}

/** The buttons for what this officer may do with the list. The server says it in `list.may`. */
const Actions = ({ list, attempt, onConfirm, onStartChanging }: ActionsProps) => (
  <p className="btn-row">
    {list.may.includes('propose') && (
      <button
        className="btn btn-small"
        type="button"
        aria-disabled={attempt.busy}
        onClick={() => onConfirm('propose')}
      >
        {proposalWords(list)}
      </button>
    )}
    {list.may.includes('change') && (
      <>
        <Link className="btn btn-2 btn-small" to={staffPaths.applications(list.job.id)}>
          <Trans>Put applications on it</Trans>
        </Link>
        <button className="btn btn-2 btn-small" type="button" onClick={onStartChanging}>
          <Trans>Change name or reason</Trans>
        </button>
      </>
    )}
    {list.may.includes('withdraw') && (
      <button
        className="btn btn-2 btn-small"
        type="button"
        aria-disabled={attempt.busy}
        onClick={() => onConfirm('withdraw')}
      >
        <Trans>Withdraw the list</Trans>
      </button>
    )}
  </p>
)

/** The words of the dialog. Without a title of its own, its title is the label with a question mark. */
const confirmWords = (list: DecisionListDetail, action: Action) =>
  action === 'propose'
    ? { label: proposalWords(list) }
    : {
        label: t`Withdraw the list`,
        title: t`Withdraw this list of ${countedApplications(list.size)}?`,
      }

/** What happens to the applications of a list when it is withdrawn or proposed. */
function Consequence({ list, action }: { list: DecisionListDetail; action: Action }) {
  if (action === 'withdraw')
    return (
      <p>
        <Trans>
          Nothing changes for the applicants. You can put their applications on another list. This list stays
          here as withdrawn.
        </Trans>
      </p>
    )
  return list.needs_second ? (
    <p>
      <Trans>
        All applications move to <b>{stageWords(list.to_stage)}</b> after a second person approves. From now
        on no one can change the list, but you can withdraw it.
      </Trans>
    </p>
  ) : (
    <p>
      <Trans>
        All applications move to <b>{stageWords(list.to_stage)}</b>. No second person is needed. Applicants
        whose status changes are notified {DECISIONS.undoMinutes} minutes later. Until then you can undo it.
      </Trans>
    </p>
  )
}

/** Saves a draft list, proposes it or withdraws it. `own_reason`: the list's reason; null without one. */
function useDraftActions({ list, attempt, draftWords, onDraftWords, earlyReason }: Props) {
  const params = { id: list.id }
  const savedWords = { name: list.name, ...typedReasonOf(list.own_reason) }
  const save = async () => {
    if (!draftWords) return
    const isDone = await attempt.run({
      errorFields: ['name', 'reason', 'reason_value'],
      doneWords: t`Saved.`,
      send: () => call('PATCH /api/staff/decisions/{id}/', { params, body: draftWords }),
    })
    if (isDone) onDraftWords(undefined)
  }
  const withdraw = () =>
    attempt.run({
      doneWords: t`You withdrew this list. You can put its applications on another list.`,
      send: () => call('POST /api/staff/decisions/{id}/withdraw/', { params }),
    })
  const propose = () =>
    attempt.run({
      errorFields: ['reason', 'early_reason'],
      doneWords: (changed) => (changed.needs_second ? PROPOSED : t`Done. No second person is needed.`),
      send: () =>
        call('POST /api/staff/decisions/{id}/propose/', { params, body: { early_reason: earlyReason } }),
      onRefused: (errors) => {
        // The server refused the list because it needs a reason: open the form with the field for it.
        if (errors.some(({ field }) => field === 'reason')) onDraftWords(savedWords)
      },
    })
  return { save, actions: { withdraw, propose }, startChanging: () => onDraftWords(savedWords) }
}

/** A draft list: its name and reason, and what may be done with it. */
export function DraftList(props: Props) {
  const { list, attempt, draftWords, onDraftWords, earlyReason, onEarlyReason } = props
  const [actionToConfirm, setActionToConfirm] = useState<Action>()
  const { save, actions, startChanging } = useDraftActions(props)
  return (
    <section className="st-action" aria-label={t`What to do with it`}>
      <ErrorSummary errors={attempt.errors} round={attempt.round} />
      {draftWords && <WordsForm {...{ attempt, draftWords, onDraftWords }} onSave={() => void save()} />}
      {!draftWords && isEarly(list) && list.may.includes('propose') && (
        <div className="form mb4">
          <TextAreaField
            id="early_reason"
            label={t`Why decide before the deadline?`}
            hint={t`The log keeps this reason, and the second person reads it. Applicants do not see it.`}
            rows={2}
            maxLength={DECISIONS.maxReason}
            value={earlyReason}
            onValue={onEarlyReason}
            error={attempt.errorAt('early_reason')}
          />
        </div>
      )}
      {!draftWords && (
        <Actions
          list={list}
          attempt={attempt}
          onConfirm={setActionToConfirm}
          onStartChanging={startChanging}
        />
      )}
      {actionToConfirm && (
        <Confirm
          {...confirmWords(list, actionToConfirm)}
          busy={attempt.busy}
          onConfirm={() => {
            setActionToConfirm(undefined)
            void actions[actionToConfirm]()
          }}
          onClose={() => setActionToConfirm(undefined)}
        >
          <Consequence list={list} action={actionToConfirm} />
        </Confirm>
      )}
    </section>
  )
}
