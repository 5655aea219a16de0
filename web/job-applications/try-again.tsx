import { Trans } from '@lingui/react/macro'
/** A list that failed to load stays empty (S2 §8), and can be requested again. */
export const TryAgain = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <>
    <Trans>The list of {what} could not be loaded.</Trans>{' '}
    <button className="link" type="button" onClick={onPress}>
      <Trans>Try again</Trans>
    </button>
  </>
)
