import { Link } from 'react-router'

/** Previous, numbers, Next (S1 §2). `to` gives each page's address; the first and last page are always there. */
export function Pages({ page, pages, to }: { page: number; pages: number; to: (page: number) => string }) {
  if (pages < 2) return null
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages).sort((left, right) => left - right)
  // A gap of one page is that page: its number is no longer than the dots.
  const shown = near.flatMap((one, at) => (one - (near[at - 1] ?? one) === 2 ? [one - 1, one] : [one]))
  return (
    <nav className="pages" aria-label="Pages">
      {page > 1 ? <Link to={to(page - 1)}>Previous</Link> : <span className="off">Previous</span>}
      {shown.map((one, at) => (
        <PageNumber key={one} one={one} here={one === page} gap={one - (shown[at - 1] ?? one) > 1} to={to} />
      ))}
      {page < pages ? <Link to={to(page + 1)}>Next</Link> : <span className="off">Next</span>}
    </nav>
  )
}

const PageNumber = ({ one, here, gap, to }: { one: number; here: boolean; gap: boolean; to: (page: number) => string }) => (
  <>
    {gap && <span aria-hidden="true">…</span>}
    <Link to={to(one)} aria-current={here ? 'page' : undefined} aria-label={`Page ${one}`}>
      {one}
    </Link>
  </>
)
