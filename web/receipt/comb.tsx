/**
 * Draws a reference number as a row of boxes, in groups that its hyphens separate. A screen reader reads it
 * in one piece.
 */
export const Comb = ({ reference, small = false }: { reference: string; small?: boolean }) => (
  <p className={small ? 'comb is-small' : 'comb'}>
    <span className="sr-only">{reference}</span>
    {reference.split('-').map((group, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the groups of digits never change their order
      <span key={index} aria-hidden="true">
        {Array.from(group, (character, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- nor do its characters
          <i key={position}>{character}</i>
        ))}
      </span>
    ))}
  </p>
)
