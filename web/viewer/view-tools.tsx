import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../ui/icon.tsx'
import { ZOOM_STEPS } from './sizes.ts'

type Props = {
  /** The scale of the first page. 1 is its own size. */
  scale: number
  onStep: (up: boolean) => void
  onFit: () => void
  /** True if the pages have the full width because the officer chose it. */
  isFit: boolean
  onRotate: () => void
}

/** The buttons of the viewer: larger, smaller, full width, and a quarter turn. */
export const ViewTools = ({ scale, onStep, onFit, isFit, onRotate }: Props) => {
  const isSmallest = scale <= ZOOM_STEPS[0]
  const isLargest = scale >= (ZOOM_STEPS.at(-1) ?? 1)
  return (
    <div className="viewer-tools" role="group" aria-label={t`How it is shown`}>
      <button
        className="viewer-button is-sign"
        type="button"
        aria-label={t`Smaller`}
        aria-disabled={isSmallest}
        onClick={() => !isSmallest && onStep(false)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output className="viewer-scale num" aria-label={t`Size`}>
        {Math.round(scale * 100)}%
      </output>
      <button
        className="viewer-button is-sign"
        type="button"
        aria-label={t`Larger`}
        aria-disabled={isLargest}
        onClick={() => !isLargest && onStep(true)}
      >
        <Icon name="plus" size="icon-small" />
      </button>
      <button className="viewer-button" type="button" aria-pressed={isFit} onClick={onFit}>
        <Trans>Fit width</Trans>
      </button>
      <button className="viewer-button" type="button" onClick={onRotate}>
        <Trans>
          Turn<span className="sr-only"> to the right</span>
        </Trans>
      </button>
    </div>
  )
}
