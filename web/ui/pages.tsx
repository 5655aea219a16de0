import { Link } from 'react-router'

type Props = { page: number; pages: number; to: (page: number) => string; around?: number }

/**
 * Previous, numbers, Next (S1 §2). `to` gives each page's address. The first, the last and `around` pages on
 * each side are always shown.
 */
export function Pages({ page, pages, to, around = 1 }: Props) {
  if (pages < 2) return null
  const neighbourPages = Array.from({ length: 2 * around + 1 }, (_, index) => page - around + index)
  const nearPages = [...new Set([1, ...neighbourPages, pages])]
    .filter((entry) => entry >= 1 && entry <= pages)
    .sort((left, right) => left - right)
  // A gap of one page shows that page: its number is no longer than the dots.
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
