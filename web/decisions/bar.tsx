/** A share as a bar, with an optional line. The numbers beside it say the same. */
export const Bar = ({ part, whole, mark }: { part: number; whole: number; mark?: number }) => (
  <svg className="st-share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect className="all" width="100" height="6" />
    <rect className="part" width={whole === 0 ? 0 : (100 * part) / whole} height="6" />
    {mark !== undefined && <rect className="line" x={100 * mark - 0.4} width="0.8" height="6" />}
  </svg>
)
