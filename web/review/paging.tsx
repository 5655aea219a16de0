import { REVIEW } from '#contract/staff/limits.ts'
import type { Address } from './address.ts'
import { standing } from './address.ts'
import type { Cursor } from './use-cursor.ts'
import type { Found } from './use-rows.ts'

type Props = {
  found: Found
  address: Address
  cursor: Cursor
  onKeys: () => void
  keys: boolean
  /** Absent once something is selected. */
  onAll: (() => void) | undefined
}

export const inPlace = (found: Found, { page }: Address) => {
  const { from, to } = standing({
    page,
    size: REVIEW.pageSize,
    rows: found.rows.length,
    count: found.count,
    first: !found.previous,
    last: !found.next,
  })
  return `${from.toLocaleString('en')}–${to.toLocaleString('en')} of ${found.count.toLocaleString('en')}`
}

/**
 * The position among all, and the pages before and after. The buttons stay in place, so that they keep the
 * focus.
 */
export const Paging = ({ found, address, cursor, onKeys, keys, onAll }: Props) => (
  <nav className="rv-foot" aria-label="Pages">
    <span className="rv-turn">
      <span className="num">{inPlace(found, address)}</span>
      {onAll && (
        <button className="link" type="button" onClick={onAll}>
          Select all {found.count.toLocaleString('en')}
        </button>
      )}
    </span>
    <button className="link rv-keys" type="button" onClick={onKeys}>
      {keys ? (
        <>
          <kbd>J</kbd> <kbd>K</kbd> move · <kbd>X</kbd> select · <kbd>Enter</kbd> open · <kbd>?</kbd> all keys
        </>
      ) : (
        'Keys are off'
      )}
    </button>
    <span className="rv-turn">
      <button className="link" type="button" aria-disabled={!found.previous} onClick={() => cursor.turn(-1)}>
        Previous
      </button>
      <button className="link" type="button" aria-disabled={!found.next} onClick={() => cursor.turn(1)}>
        Next
      </button>
    </span>
  </nav>
)
