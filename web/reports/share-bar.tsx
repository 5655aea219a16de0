/**
 * A bar whose parts are shares, with lines at the legal limits. All numbers are percent. The bar ends at
 * `maxPercent`.
 */
export function ShareBar({
  shares,
  limits,
  maxPercent = 100,
}: {
  shares: number[]
  limits: number[]
  maxPercent?: number
}) {
  const positionOf = (share: number) => Math.min(100, (100 * share) / maxPercent)
  // Each part starts where the parts before it end.
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, entry) => sum + entry, 0))
  return (
    <svg className="reports-share" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className="is-rest" y="3" width="100" height="10" />
      {shares.map((share, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no name but their place
        <rect
          key={index}
          className={`is-part${index}`}
          x={positionOf(starts[index] ?? 0)}
          y="3"
          width={positionOf(share)}
          height="10"
        />
      ))}
      {/* Each limit is a dark line on a wider pale line, so that every part of the bar shows the limit. */}
      {limits.flatMap((limit) =>
        ['is-halo', 'is-law'].map((name) => (
          <line
            key={`${name} ${limit}`}
            className={name}
            x1={positionOf(limit)}
            x2={positionOf(limit)}
            y1="0"
            y2="16"
          />
        )),
      )}
    </svg>
  )
}
