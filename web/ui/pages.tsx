import { t } from '@lingui/core/macro'
import { Link } from 'react-router'

/** If a list of page links has more numbers and gaps than this, a phone needs a smaller layout. */
const MANY = 4

/** How far a page number is from the one before it in the links. For the first number, it is 0. */
const distanceBefore = (numbers: number[], index: number) => {
  const number = numbers[index] ?? 0
  return number - (numbers[index - 1] ?? number)
}

type Props = { page: number; pages: number; to: (page: number) => string; neighbours?: number }

/**
 * Links to the pages of a list (S1 §2): Previous, numbers, Next. The first page, the last, and `neighbours`
 * pages on each side of the current one have a number. `to` gives the address of a page.
 */
export function Pages({ page, pages, to, neighbours = 1 }: Props) {
  if (pages < 2) return null
  const neighbourPages = Array.from({ length: 2 * neighbours + 1 }, (_, index) => page - neighbours + index)
  const nearPages = [...new Set([1, ...neighbourPages, pages])]
    .filter((pageNumber) => pageNumber >= 1 && pageNumber <= pages)
    .sort((left, right) => left - right)
  // A distance of 2 leaves out a single page. Its number is shown, because dots take the same space.
  const shownPages = nearPages.flatMap((pageNumber, index) =>
    distanceBefore(nearPages, index) === 2 ? [pageNumber - 1, pageNumber] : [pageNumber],
  )
  const gaps = shownPages.filter((_, index) => distanceBefore(shownPages, index) > 1).length
  const previous = t({ message: 'Previous', context: 'page' })
  const next = t({ message: 'Next', context: 'page' })
  return (
    <nav className={shownPages.length + gaps > MANY ? 'pages many' : 'pages'} aria-label={t`Pages`}>
      {page > 1 ? <Link to={to(page - 1)}>{previous}</Link> : <span className="off">{previous}</span>}
      {shownPages.map((pageNumber, index) => (
        <PageNumber
          key={pageNumber}
          number={pageNumber}
          isCurrent={pageNumber === page}
          gap={distanceBefore(shownPages, index) > 1}
          to={to}
        />
      ))}
      {page < pages ? <Link to={to(page + 1)}>{next}</Link> : <span className="off">{next}</span>}
    </nav>
  )
}

const PageNumber = ({
  number,
  isCurrent,
  gap,
  to,
}: {
  number: number
  isCurrent: boolean
  gap: boolean
  to: (page: number) => string
}) => (
  <>
    {gap && <span aria-hidden="true">…</span>}
    <Link to={to(number)} aria-current={isCurrent ? 'page' : undefined} aria-label={t`Page ${number}`}>
      {number}
    </Link>
  </>
)
