import type { FormEvent } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { RulePreview } from './preview.tsx'
import { CriteriaField } from './criteria-field.tsx'
import { SeatsField } from './seats-field.tsx'
import { SharesField } from './shares-field.tsx'
import { useRule } from './use-rule.ts'

type Props = {
  rule: StaffSelectionRule
  nameOf: (key: string) => string
  onRule: (rule: StaffSelectionRule, words: string) => void
}

/**
 * The form of a rule. Before a rule is proposed, it is saved. `rule.approved`: the version in force.
 * `rule.next`: a saved version that is not approved yet.
 */
export function RuleEditor(props: Props) {
  const { rule } = props
  const { form, draft, change, reason, setReason, save, loadPreview, preview, propose, discard } =
    useRule(props)
  const { errors, round, errorAt, busy } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className="rule-form" onSubmit={submit} noValidate aria-labelledby="write">
      <h2 id="write">{rule.approved ? t`The next version` : t`Write the rule`}</h2>
      <ErrorSummary errors={errors} round={round} />
      <CriteriaField
        criteria={draft.criteria}
        documents={rule.documents}
        levels={rule.levels}
        errorAt={errorAt}
        onCriteria={(criteria) => change({ criteria })}
      />
      <SeatsField draft={draft} vacancies={rule.job.vacancies} errorAt={errorAt} onChange={change} />
      <SharesField draft={draft} errorAt={errorAt} onChange={change} />
      {rule.job.is_open && (
        <TextAreaField
          id="reason"
          label={t`Why it changes`}
          hint={t`Everyone can read it, because the job is already open.`}
          rows={3}
          maxLength={SELECTION_RULES.maxReason}
          value={reason}
          onValue={setReason}
          error={errorAt('reason')}
        />
      )}
      <RulePreview preview={preview} />
      <p className="btn-row mt5">
        <button className="btn" type="button" aria-disabled={busy} onClick={propose}>
          <Trans>Propose</Trans>
        </button>
        <button className="btn btn-2" type="submit" aria-disabled={busy}>
          <Trans>Save</Trans>
        </button>
        <button className="btn btn-2" type="button" aria-disabled={busy} onClick={loadPreview}>
          <Trans>Save and preview</Trans>
        </button>
        {rule.next && (
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={discard}>
            <Trans>Discard</Trans>
          </button>
        )}
      </p>
    </form>
  )
}
