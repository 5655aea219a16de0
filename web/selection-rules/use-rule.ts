import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { contentOf, draftOf, NEW_RULE, type RuleDraft, seatsOfWholeJob } from './rule-draft.ts'
import { numberErrors, ruleFormErrors } from './rule-errors.ts'

export type Preview = Reply<'POST /api/staff/jobs/{id}/selection-rule/preview/'>

type Props = {
  rule: StaffSelectionRule
  /** The name of an area by its key, such as `county:44`. */
  nameOf: (key: string) => string
  onRule: (rule: StaffSelectionRule, words: string) => void
}

/**
 * Starts with the rule's version that is being written (`next`), or else with the one in force (`approved`).
 */
const startDraft = ({ next, approved }: StaffSelectionRule, nameOf: Props['nameOf']): RuleDraft => {
  const content = next?.content ?? approved?.content
  return content ? draftOf(content, nameOf) : NEW_RULE
}

/** The rule as it is typed, and the functions that save and propose it. */
export function useRule({ rule, nameOf, onRule }: Props) {
  const form = useSending(ruleFormErrors)
  const [draft, setDraft] = useState(() => startDraft(rule, nameOf))
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const params = { id: rule.job.id }
  const readSeats = async () => {
    if (draft.place === 'job') return seatsOfWholeJob(draft)
    const body = { csv: draft.seats, place: draft.place }
    const { seats } = await call('POST /api/staff/jobs/{id}/selection-rule/seats/', { params, body })
    return seats
  }
  // `updated_at` is '' without a draft. If someone else has saved the draft since, the server refuses.
  const saveDraft = async () => {
    const seats = draft.seats.trim() ? await readSeats() : []
    const body = { content: contentOf(draft, seats, rule.documents), updated_at: rule.next?.updated_at ?? '' }
    return call('PUT /api/staff/jobs/{id}/selection-rule/', { params, body })
  }
  const sendIfNumbersAreWhole = (work: () => Promise<unknown>) => {
    const errors = numberErrors(draft)
    if (errors.length > 0) return form.show(errors)
    void form.send(work)
  }
  return {
    form,
    draft,
    change: (changed: Partial<RuleDraft>) => {
      // The preview was computed from the saved draft, so it does not fit the changed one.
      setPreview(undefined)
      setDraft((before) => ({ ...before, ...changed }))
    },
    reason,
    setReason,
    save: () => sendIfNumbersAreWhole(async () => onRule(await saveDraft(), t`Saved.`)),
    propose: () =>
      sendIfNumbersAreWhole(async () => {
        const saved = await saveDraft()
        // If the server refuses the proposal, the page must still know the saved draft.
        onRule(saved, t`Saved.`)
        const proposed = await call('POST /api/staff/jobs/{id}/selection-rule/propose/', {
          params,
          body: { reason },
        })
        onRule(proposed, t`Proposed. A second person decides.`)
      }),
    loadPreview: () =>
      sendIfNumbersAreWhole(async () => {
        onRule(await saveDraft(), t`Saved.`)
        setPreview(await call('POST /api/staff/jobs/{id}/selection-rule/preview/', { params }))
      }),
    preview,
    discard: () =>
      void form.send(async () => {
        const withoutDraft = await call('POST /api/staff/jobs/{id}/selection-rule/withdraw/', { params })
        setDraft(startDraft(withoutDraft, nameOf))
        onRule(withoutDraft, t`The draft is discarded.`)
      }),
  }
}
