import { withFullStop } from '#contract/full-stop.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { DECISION_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { DecideList } from './decide-list.tsx'
import { DraftList, type DraftWords } from './draft-list.tsx'
import { EarlyWarning } from './early.tsx'
import { wasReturned } from './list-words.ts'
import { reasonSentence } from './reason-fields.tsx'
import { UndoList } from './undo-list.tsx'
import { useAttempt } from './use-attempt.ts'

type Typed = {
  /** The name and reason of a draft list; undefined while their form is closed. */
  draftWords: DraftWords | undefined
  /** The second officer's note. */
  note: string
  /** Why the officer undoes the list. */
  reason: string
  /** Why the list is decided before the job's deadline. */
  earlyReason: string
}
const NOTHING_TYPED: Typed = { draftWords: undefined, note: '', reason: '', earlyReason: '' }

/** Shows typed text whose action is no longer possible, so that the officer can copy it. */
const UnsentText = ({ list, typed }: { list: DecisionListDetail; typed: Typed }) => {
  const unsent = [
    !list.may.includes('decide') && typed.note && [t`Your note`, typed.note],
    !list.may.includes('undo') && typed.reason && [t`Your reason`, typed.reason],
    !list.may.includes('propose') &&
      typed.earlyReason !== list.early_reason && [t`Your reason for deciding early`, typed.earlyReason],
    !list.may.includes('change') &&
      typed.draftWords && [
        t`Your words`,
        [typed.draftWords.name, reasonSentence(typed.draftWords)].filter(Boolean).join(': '),
      ],
  ].filter((entry): entry is [string, string] => Array.isArray(entry))
  return unsent.map(([what, text]) => (
    <p className="mt2 any" key={what}>
      <Trans>
        {what}, not sent: “{text}”
      </Trans>
    </p>
  ))
}

/** For an officer who may not decide: says why, or who may. Approvers who worked on the list may not. */
const whoDecides = (list: DecisionListDetail, me: StaffMember) => {
  if (list.made_by.id === me.id || list.proposed_by?.id === me.id) return STAFF_WORDS.secondPerson
  return me.rights.includes('decisions.approve') ? DECISION_WORDS.contributed : t`An approver decides on it`
}

type Attempt = ReturnType<typeof useAttempt>
type TakeBackProps = { attempt: Attempt; onTakeBack: () => void }

const TakeBackButton = ({ attempt, onTakeBack }: TakeBackProps) => (
  <button className="btn btn-2 btn-small" type="button" aria-disabled={attempt.busy} onClick={onTakeBack}>
    <Trans>Take the proposal back</Trans>
  </button>
)

function WaitsForSecondPerson({ list, attempt, onTakeBack }: TakeBackProps & { list: DecisionListDetail }) {
  const me = useMe()
  return (
    <section className="st-proposal st-action" aria-label={t`Waits for a second person`}>
      <p>
        <b>
          <Trans>Waits for a second person.</Trans>
        </b>{' '}
        {withFullStop(whoDecides(list, me))}
      </p>
      {/* Taking a list back has no fields, so there is one error at most. */}
      {attempt.errors.length > 0 && (
        <p className="err mt2" role="alert">
          {attempt.errors[0]?.sentence}
        </p>
      )}
      {list.may.includes('withdraw') && (
        <p className="mt3">
          <TakeBackButton attempt={attempt} onTakeBack={onTakeBack} />
        </p>
      )}
    </section>
  )
}

/**
 * Another page may change a list and then open this page of the list. It passes on the result of its change,
 * which is shown here once. A reload does not show it again, because it is removed from `history.state.usr`,
 * where the router keeps it.
 */
function useResultOfOtherPage() {
  const { state }: { state: { result?: ActionResult } | null } = useLocation()
  const [result, setResult] = useState(state?.result)
  useEffect(() => {
    if (history.state?.usr?.result) history.replaceState({ ...history.state, usr: null }, '')
  }, [])
  return [result, setResult] as const
}

type Props = {
  list: DecisionListDetail
  onList: (list: DecisionListDetail) => void
  onReload: () => void
}

/** The actions of a list, and what the officer has typed for them so far. */
function useListActions({ list, onList, onReload }: Props) {
  const [typed, setTyped] = useState({ ...NOTHING_TYPED, earlyReason: list.early_reason })
  const [result, setResult] = useResultOfOtherPage()
  const [conflict, setConflict] = useState('')
  const attempt = useAttempt({
    onChanged: (changedList, words) => {
      setResult({ words })
      setConflict('')
      // The early reason stays, because a list that is taken back may be proposed again.
      setTyped((before) => ({ ...before, note: '', reason: '' }))
      onList(changedList)
      // The change may also concern the applications on the list, so they are loaded again.
      onReload()
    },
    onConflict: (sentence) => {
      setResult(undefined)
      setConflict(sentence)
      onReload()
    },
  })
  const changeTyped = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  // The server turns a proposed list that is withdrawn back into a draft.
  const takeBack = () =>
    void attempt.run({
      doneWords: t`Taken back, to be changed.`,
      send: () => call('POST /api/staff/decisions/{id}/withdraw/', { params: { id: list.id } }),
    })
  return { typed, changeTyped, result, conflict, attempt, takeBack }
}
type Actions = ReturnType<typeof useListActions>

/** The forms for what this officer may do with the list in its present state. */
function ActionForms({ list, actions, onReload }: Omit<Props, 'onList'> & { actions: Actions }) {
  const { typed, changeTyped, attempt, takeBack } = actions
  const mayDecide = list.may.includes('decide')
  return (
    <>
      {list.state === 'drafting' && list.may.length > 0 && (
        <DraftList
          list={list}
          attempt={attempt}
          draftWords={typed.draftWords}
          onDraftWords={(draftWords) => changeTyped({ draftWords })}
          earlyReason={typed.earlyReason}
          onEarlyReason={(earlyReason) => changeTyped({ earlyReason })}
        />
      )}
      {mayDecide && (
        <DecideList
          list={list}
          attempt={attempt}
          note={typed.note}
          onNote={(note) => changeTyped({ note })}
        />
      )}
      {list.state === 'proposed' && !mayDecide && (
        <WaitsForSecondPerson list={list} attempt={attempt} onTakeBack={takeBack} />
      )}
      {mayDecide && list.may.includes('withdraw') && (
        <p className="mb4">
          <TakeBackButton attempt={attempt} onTakeBack={takeBack} />
        </p>
      )}
      {list.state === 'approved' && (
        <UndoList
          list={list}
          attempt={attempt}
          reason={typed.reason}
          onReason={(reason) => changeTyped({ reason })}
          onDue={onReload}
        />
      )}
    </>
  )
}

/** What may be done with a list now, and the result of the last action. */
export function ListActions(props: Props) {
  const { list } = props
  const actions = useListActions(props)
  return (
    <>
      <ResultMessage result={actions.result} />
      {actions.conflict && (
        <div className="callout is-amber mb4" role="alert">
          <p>
            {actions.conflict} <b>{t`The list is shown as it is now.`}</b>
          </p>
          <UnsentText list={list} typed={actions.typed} />
        </div>
      )}
      {wasReturned(list) && (
        <p className="callout is-amber mb4 any">
          <Trans>
            Returned by {list.decided_by?.name}: “{list.note}”
          </Trans>
        </p>
      )}
      {['drafting', 'proposed', 'approved'].includes(list.state) && <EarlyWarning list={list} />}
      <ActionForms list={list} actions={actions} onReload={props.onReload} />
    </>
  )
}
