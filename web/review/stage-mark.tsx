import { Trans } from '@lingui/react/macro'
import { STATUS_COLOURS } from '#contract/job-applications/words.ts'
import { STAGE_WORDS, STATUS_OF, type Stage } from '#contract/review/stages.ts'
import { STATUS_ICONS } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'

const TONES = { yellow: 'text-amber', green: 'text-green', red: 'text-red', grey: 'quiet' } as const

/** The stage of an application: icon, word, and the colour of the status that its applicant reads. */
export const StageMark = ({
  stage,
  nextStage,
  short = false,
}: {
  stage: Stage
  nextStage?: Stage | undefined
  /** For a narrow cell. If a next stage is shown, only screen readers read the present one. */
  short?: boolean
}) => (
  <span className={`review-stage ${TONES[STATUS_COLOURS[STATUS_OF[stage]]]}`}>
    <Icon name={STATUS_ICONS[STATUS_OF[stage]]} />
    <span className={nextStage && short ? 'sr-only' : undefined}>{STAGE_WORDS[stage]}</span>
    {nextStage && (
      <span className="review-next-stage">
        <span className="sr-only">
          <Trans>, on a list to</Trans>{' '}
        </span>
        <Icon name="right" />
        {STAGE_WORDS[nextStage]}
      </span>
    )}
  </span>
)
