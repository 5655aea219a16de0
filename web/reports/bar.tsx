/** A bar of `part` of `most`; the number is beside it in words. */
export const Bar = ({ count, max, isLight = false }: { count: number; max: number; isLight?: boolean }) => (
  <svg
    className={isLight ? 'fi-bar is-weak' : 'fi-bar'}
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {count > 0 && <rect width={Math.max(0.5, (100 * count) / Math.max(1, max))} height="10" />}
  </svg>
)

export const many = (count: number) => count.toLocaleString('en')
