import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { VersionInWords } from './rule-in-words.tsx'

type Props = {
  rule: StaffSelectionRule
  version: NonNullable<StaffSelectionRule['next']>
  onRule: (rule: StaffSelectionRule, words: string) => void
}

/**
 * Decides on the proposed rule, or takes it back. The decision has the digest of the rule. If the rule has
 * changed, the server refuses.
 */
function useRuleActions({ rule, version, onRule }: Props) {
  const decision = useDecision('note')
  const { note, send } = decision
  const params = { id: rule.job.id }
  const decide = (approve: boolean) =>
    void send(async () => {
      const body = { approve, note, digest: version.digest ?? '' }
      onRule(
        await call('POST /api/staff/jobs/{id}/selection-rule/decide/', { params, body }),
        approve ? t`Approved. Its digest is in the public log.` : t`Returned, with your note.`,
      )
    })
  const withdraw = () =>
    void send(async () =>
      onRule(
        await call('POST /api/staff/jobs/{id}/selection-rule/withdraw/', { params }),
        t`The proposal is taken back.`,
      ),
    )
  return { decision, decide, withdraw }
}

/** A proposed rule in words, and the second person's decision on it. */
export function WaitingRule(props: Props) {
  const { rule, version } = props
  const me = useMe()
  const { decision, decide, withdraw } = useRuleActions(props)
  const { errors, round, busy } = decision
  const isOwn = version.made_by.id === me.id || version.proposed_by?.id === me.id
  return (
    <section className="st-proposal" aria-labelledby="proposal">
      <h2 id="proposal">
        <Trans>Waits for a second person: version {version.version} of the rule</Trans>
      </h2>
      {version.proposed_by && (
        <p className="mt2">
          <Trans>
            Proposed by <b>{version.proposed_by.name}</b>, {longDeadline(version.proposed_at)}.
          </Trans>
        </p>
      )}
      {version.reason && (
        <p className="mt2">
          <Trans>Why:</Trans> <q className="any">{version.reason}</q>
        </p>
      )}
      <VersionInWords version={version} documents={rule.documents} levels={rule.levels} />
      <div className="st-decides">
        {rule.may.includes('decide') ? (
          <Decision
            decision={decision}
            wording="approve"
            maxLength={SELECTION_RULES.maxReason}
            onDecide={decide}
          />
        ) : (
          // Shows the errors of `withdraw`. For people who may decide, `Decision` shows them.
          <ErrorSummary errors={errors} round={round} />
        )}
        {isOwn && <p className="small">{STAFF_WORDS.secondPerson}</p>}
        {rule.may.includes('withdraw') && (
          <p className="mt3">
            <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={withdraw}>
              <Trans>Take the proposal back</Trans>
            </button>
          </p>
        )}
      </div>
    </section>
  )
}
