/** A share as a bar, with an optional line. The numbers beside it say the same. */
export const Bar = ({ count, total, limit }: { count: number; total: number; limit?: number }) => (
  <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect className="all" width="100" height="6" />
    <rect className="part" width={total === 0 ? 0 : (100 * count) / total} height="6" />
    {limit !== undefined && <rect className="line" x={100 * limit - 0.4} width="0.8" height="6" />}
  </svg>
)
