/** A list that failed to load stays empty (S2 §8), and can be requested again. */
export const TryAgain = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <>
    The list of {what} could not be loaded.{' '}
    <button className="link" type="button" onClick={onPress}>
      Try again
    </button>
  </>
)
