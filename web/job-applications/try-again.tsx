import { Trans } from '@lingui/react/macro'

/** Offers to load a list again. A list that failed to load stays empty (S2 §8). */
export const TryAgain = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <>
    <Trans>The list of {what} could not be loaded.</Trans>{' '}
    <button className="link" type="button" onClick={onPress}>
      <Trans>Try again</Trans>
    </button>
  </>
)
