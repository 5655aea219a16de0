import { Link } from 'react-router'
import type { Filter } from './address.ts'
import type { Found } from './use-rows.ts'
import type { Selection } from './use-selection.ts'
import type { Acting } from './use-acting.ts'

type Props = {
  selection: Selection
  found: Found
  acting: Acting
  moves: boolean
  /** The address for writing to them, for officers who may: with the filter, or the ids. */
  writeTo: ((query: URLSearchParams) => string) | undefined
  filter: Filter
}

/** What is selected, and what can be done with it. It is above the head and covers no row. */
export function SelectionBar({ selection, found, acting, moves, writeTo, filter }: Props) {
  const { rows, all } = selection
  const count = all ? found.count : rows.length
  const whole = found.rows.length > 0 && found.rows.every((row) => selection.has(row.id))
  const whom = all
    ? new URLSearchParams(
        Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
      )
    : new URLSearchParams({ applications: rows.map(({ id }) => id).join(',') })
  return (
    <section className="rv-selbar" aria-label="Selected">
      <b className="num">
        {all ? `All ${count.toLocaleString('en')} that match` : `${count.toLocaleString('en')} selected`}
      </b>
      {moves && (
        <>
          <button className="btn" type="button" onClick={() => acting.shortlist('marked')}>
            Shortlist <kbd>S</kbd>
          </button>
          <button className="btn" type="button" onClick={() => acting.reject('marked')}>
            Reject with reason <kbd>R</kbd>
          </button>
          <button className="btn" type="button" onClick={() => acting.other('marked')}>
            Other stage <kbd>L</kbd>
          </button>
        </>
      )}
      {writeTo && (
        <Link className="btn" to={writeTo(whom)}>
          Write to {count === 1 ? 'this one' : 'them'}
        </Link>
      )}
      {!all && whole && found.count > rows.length && (
        <button className="link" type="button" onClick={selection.takeAll}>
          Select all {found.count.toLocaleString('en')} that match
        </button>
      )}
      <span className="rv-sp" />
      {moves && <span className="rv-logged">Every move is logged with your name</span>}
      <button className="link" type="button" onClick={acting.unselect}>
        Select none
      </button>
    </section>
  )
}
