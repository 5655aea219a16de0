import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { FormName } from './entry-kinds.ts'
import type { StepProblem } from './use-step-actions.ts'

/** What keeps a person from the next step, with links, and a button that discards what was typed (W7). */
export function StepProblemBox({
  problem,
  round,
  form,
}: {
  problem: StepProblem
  /** `round` grows each time a problem is shown, so that the summary takes the focus again. */
  round: number
  form: FormName | undefined
}) {
  const errors = [
    ...(problem.sentence ? [{ sentence: problem.sentence }] : []),
    ...Object.entries(problem.errors).map(([field, sentence]) => ({
      // The fields of the referee form have this prefix in their ids.
      field: form === 'referee' ? `referee_${field}` : field,
      sentence,
    })),
  ]
  if (problem.keepWriting)
    return <DiscardDialog onDiscard={problem.discardAndContinue} onClose={problem.keepWriting} />
  if (errors.length === 0) return null
  return (
    <>
      <ErrorSummary
        errors={errors}
        round={round}
        {...(problem.sentence ? { title: t`One thing is missing` } : {})}
      />
      {problem.discardAndContinue && (
        <div className="callout discard">
          <p>
            <Trans>
              The entry that you typed is not in your list yet. Complete it and press Next, or continue
              without it.
            </Trans>
          </p>
          <p>
            <button className="link" type="button" onClick={problem.discardAndContinue}>
              <Trans>Discard and continue</Trans>
            </button>
          </p>
        </div>
      )}
    </>
  )
}

const DiscardDialog = ({
  onDiscard,
  onClose,
}: {
  onDiscard: StepProblem['discardAndContinue']
  onClose: () => void
}) => (
  <Dialog
    title={t`Discard what you typed?`}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" onClick={onClose}>
          <Trans>Keep writing</Trans>
        </button>
        <button className="btn btn-2" type="button" onClick={onDiscard}>
          <Trans>Discard and continue</Trans>
        </button>
      </>
    }
  >
    <p>
      <Trans>The form has text that is not in your list yet.</Trans>
    </p>
  </Dialog>
)
