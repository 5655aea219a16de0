/**
 * The share of `count` in `total` as a bar, 100 units wide. A line marks `limitShare`, a share from 0 to 1.
 * The line is 0.8 units wide, with its middle at the limit. The bar is hidden from screen readers, because
 * the numbers beside it say the same.
 */
export const Bar = ({ count, total, limitShare }: { count: number; total: number; limitShare?: number }) => (
  <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect className="all" width="100" height="6" />
    <rect className="part" width={total === 0 ? 0 : (100 * count) / total} height="6" />
    {limitShare !== undefined && <rect className="line" x={100 * limitShare - 0.4} width="0.8" height="6" />}
  </svg>
)
