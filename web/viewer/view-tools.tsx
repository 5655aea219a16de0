import { Icon } from '../ui/icon.tsx'
import { ZOOM_STEPS } from './sizes.ts'

type Props = {
  scale: number
  onStep: (up: boolean) => void
  onFit: () => void
  isFit: boolean
  onRotate: () => void
}

/** Larger, smaller, full width, and a quarter turn. */
export const ViewTools = ({ scale, onStep, onFit, isFit, onRotate }: Props) => {
  const isSmallest = scale <= ZOOM_STEPS[0]
  const isLargest = scale >= (ZOOM_STEPS.at(-1) ?? 1)
  return (
    <div className="vw-tools" role="group" aria-label="How it is shown">
      <button
        className="vw-b is-sign"
        type="button"
        aria-label="Smaller"
        aria-disabled={isSmallest}
        onClick={() => !isSmallest && onStep(false)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output className="vw-scale num" aria-label="Size">
        {Math.round(scale * 100)}%
      </output>
      <button
        className="vw-b is-sign"
        type="button"
        aria-label="Larger"
        aria-disabled={isLargest}
        onClick={() => !isLargest && onStep(true)}
      >
        <Icon name="plus" size="i-s" />
      </button>
      <button className="vw-b" type="button" aria-pressed={isFit} onClick={onFit}>
        Fit width
      </button>
      <button className="vw-b" type="button" onClick={onRotate}>
        Turn<span className="sr-only"> to the right</span>
      </button>
    </div>
  )
}
