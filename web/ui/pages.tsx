import { Link } from 'react-router'

type Props = { page: number; pages: number; to: (page: number) => string; around?: number }

/**
 * Links to the pages of a list (S1 §2): Previous, numbers, Next. The first page, the last, and `around` pages
 * on each side of the current one have a number. `to` gives the address of a page.
 */
export function Pages({ page, pages, to, around = 1 }: Props) {
  if (pages < 2) return null
  const neighbourPages = Array.from({ length: 2 * around + 1 }, (_, index) => page - around + index)
  const nearPages = [...new Set([1, ...neighbourPages, pages])]
    .filter((entry) => entry >= 1 && entry <= pages)
    .sort((left, right) => left - right)
  // Dots never stand for a single page: its number needs no more space.
  const shownPages = nearPages.flatMap((entry, index) =>
    entry - (nearPages[index - 1] ?? entry) === 2 ? [entry - 1, entry] : [entry],
  )
  const gaps = shownPages.filter((entry, index) => entry - (shownPages[index - 1] ?? entry) > 1).length
  return (
    <nav className={shownPages.length + gaps > 4 ? 'pages many' : 'pages'} aria-label="Pages">
      {page > 1 ? <Link to={to(page - 1)}>Previous</Link> : <span className="off">Previous</span>}
      {shownPages.map((entry, index) => (
        <PageNumber
          key={entry}
          number={entry}
          here={entry === page}
          gap={entry - (shownPages[index - 1] ?? entry) > 1}
          to={to}
        />
      ))}
      {page < pages ? <Link to={to(page + 1)}>Next</Link> : <span className="off">Next</span>}
    </nav>
  )
}

const PageNumber = ({
  number,
  here,
  gap,
  to,
}: {
  number: number
  here: boolean
  gap: boolean
  to: (page: number) => string
}) => (
  <>
    {gap && <span aria-hidden="true">…</span>}
    <Link to={to(number)} aria-current={here ? 'page' : undefined} aria-label={`Page ${number}`}>
      {number}
    </Link>
  </>
)
