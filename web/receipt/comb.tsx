/** A reference number as a comb of boxes, a group for each part between its hyphens; read out in one piece. */
export const Comb = ({ reference, small = false }: { reference: string; small?: boolean }) => (
  <p className={small ? 'comb sm' : 'comb'}>
    <span className="vh">{reference}</span>
    {reference.split('-').map((group, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- groups of one number keep their places
      <span key={index} aria-hidden="true">
        {Array.from(group, (sign, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- so do its signs
          <i key={place}>{sign}</i>
        ))}
      </span>
    ))}
  </p>
)
