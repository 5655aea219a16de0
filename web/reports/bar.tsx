/** A bar of `part` of `most`; the number is beside it in words. */
export const Bar = ({ part, most, weak = false }: { part: number; most: number; weak?: boolean }) => (
  <svg
    className={weak ? 'fi-bar is-weak' : 'fi-bar'}
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {part > 0 && <rect width={Math.max(0.5, (100 * part) / Math.max(1, most))} height="10" />}
  </svg>
)

export const many = (count: number) => count.toLocaleString('en')
