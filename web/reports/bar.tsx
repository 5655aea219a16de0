/** A bar is at least this wide, in percent, so that even a small count can be seen. */
const MIN_WIDTH = 0.5

/** A bar of `count`, where `max` fills the whole width. The number is beside it. */
export const Bar = ({ count, max, isLight = false }: { count: number; max: number; isLight?: boolean }) => (
  <svg
    className={isLight ? 'reports-bar is-weak' : 'reports-bar'}
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {count > 0 && <rect width={Math.max(MIN_WIDTH, (100 * count) / Math.max(1, max))} height="10" />}
  </svg>
)
