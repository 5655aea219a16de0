import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SelectionOutcome } from '#contract/selection-checks/outcome-endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { formatNumber } from '../ui/card.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { staffPaths } from '../staff-paths.ts'

type Props = {
  job: number
  outcome: SelectionOutcome
  onOutcome: (outcome: SelectionOutcome, words: string) => void
}

const RUN_WORDS: Record<NonNullable<SelectionOutcome['run']>['state'], string> = {
  running: t`The portal computes the result.`,
  computed: t`The result is there. Propose its lists, and a second person approves them.`,
  published: t`The result has taken effect.`,
  failed: t`The result could not be computed. Perhaps a hired person is also gone, or more people are hired than there are seats. Correct that, then compute it again.`,
}

/** People who are now taken and were not in the earlier run, or the reverse. Only some are named. */
const Moved = ({ title, people }: { title: string; people: SelectionOutcome['comes_in'] }) =>
  people.count > 0 && (
    <p className="mt2">
      {title}: <b className="num">{formatNumber(people.count)}</b>{' '}
      <span className="ref small">{people.people.map(({ reference }) => reference).join(', ')}</span>
    </p>
  )

const DecisionLists = ({ lists }: { lists: SelectionOutcome['lists'] }) =>
  lists.length > 0 && (
    <ul className="mt3">
      {lists.map(({ id, size }) => (
        <li key={id}>
          <Link to={staffPaths.decision(id)}>
            <Trans>List {id}</Trans>
          </Link>{' '}
          <span className="num">({formatNumber(size)})</span>
        </li>
      ))}
    </ul>
  )

/**
 * What follows from the result: its decision lists, and who is added or removed by a new run. A new run
 * computes the selection again after corrections, with the same seed.
 */
export function Outcome({ job, outcome, onOutcome }: Props) {
  const { errors, round, busy, send } = useSending()
  const { run, lists, checks, may } = outcome
  if (!run) return null
  const params = { id: job }
  const propose = () =>
    send(async () =>
      onOutcome(
        await call('POST /api/staff/jobs/{id}/selection/lists/', { params, body: { early_reason: '' } }),
        t`Proposed. A second person approves each list.`,
      ),
    )
  const compute = () =>
    send(async () =>
      onOutcome(
        await call('POST /api/staff/jobs/{id}/selection/runs/', { params, body: {} }),
        t`The portal computes the selection again, with the same seed.`,
      ),
    )
  return (
    <section className="mt6" aria-labelledby="outcome">
      <h2 id="outcome">
        <Trans>The result, run {run.number}</Trans>
      </h2>
      <p className="mt2">{RUN_WORDS[run.state]}</p>
      <Moved title={t`Comes in`} people={outcome.comes_in} />
      <Moved title={t`Goes out`} people={outcome.goes_out} />
      <DecisionLists lists={lists} />
      <p className="mt3">
        <Link to={staffPaths.selectionDocuments(job)}>
          <Trans>Documents to check</Trans>
        </Link>{' '}
        <span className="num">({formatNumber(checks.open)})</span>
      </p>
      <ErrorSummary errors={errors} round={round} />
      <p className="btn-row mt4">
        {may.includes('propose') && (
          <button className="btn" type="button" aria-disabled={busy} onClick={() => void propose()}>
            <Trans>Propose the lists</Trans>
          </button>
        )}
        {may.includes('compute') && (
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => void compute()}>
            <Trans>Compute again</Trans>
          </button>
        )}
      </p>
    </section>
  )
}
