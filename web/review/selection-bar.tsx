import { Link } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Filter, filterParams } from './address.ts'
import type { RowsPage } from './use-rows.ts'
import type { Selection } from './use-selection.ts'
import type { Acting } from './use-acting.ts'

type Props = {
  selection: Selection
  canSelectAll: boolean
  rowsPage: RowsPage
  acting: Acting
  mayPropose: boolean
  /** The address of the page that writes to the recipients; undefined if this officer may not write. */
  messagesAddress: ((query: URLSearchParams) => string) | undefined
  filter: Filter
}

/** The buttons that propose to move the selected applications to another stage. */
const MoveButtons = ({ acting }: { acting: Acting }) => (
  <>
    <button className="btn" type="button" onClick={() => acting.shortlist('selected')}>
      <Trans>
        Shortlist <kbd>S</kbd>
      </Trans>
    </button>
    <button className="btn" type="button" onClick={() => acting.reject('selected')}>
      <Trans>
        Reject with reason <kbd>R</kbd>
      </Trans>
    </button>
    <button className="btn" type="button" onClick={() => acting.chooseStage('selected')}>
      <Trans>
        Other stage <kbd>L</kbd>
      </Trans>
    </button>
  </>
)

/** What is selected, and what can be done with it. The bar is above the table, so it covers no row. */
export function SelectionBar({
  selection,
  canSelectAll,
  rowsPage,
  acting,
  mayPropose,
  messagesAddress,
  filter,
}: Props) {
  const { rows, isAll } = selection
  const count = isAll ? rowsPage.count : rows.length
  const isPageSelected = rowsPage.rows.length > 0 && rowsPage.rows.every((row) => selection.has(row.id))
  const recipients = isAll
    ? filterParams(filter)
    : new URLSearchParams({ applications: rows.map(({ id }) => id).join(',') })
  return (
    <section className="review-selection" aria-label={t`Selected`}>
      <b className="num">
        {isAll ? t`All ${count.toLocaleString('en')} that match` : t`${count.toLocaleString('en')} selected`}
      </b>
      {mayPropose && <MoveButtons acting={acting} />}
      {messagesAddress && (
        <Link className="btn" to={messagesAddress(recipients)}>
          {plural(count, { one: 'Write to this one', other: 'Write to them' })}
        </Link>
      )}
      {canSelectAll && !isAll && isPageSelected && rowsPage.count > rows.length && (
        <button className="link" type="button" onClick={selection.selectAll}>
          <Trans>Select all {rowsPage.count.toLocaleString('en')} that match</Trans>
        </button>
      )}
      <span className="review-space" />
      {mayPropose && (
        <span className="review-logged">
          <Trans>Every move is logged with your name</Trans>
        </span>
      )}
      <button className="link" type="button" onClick={acting.unselect}>
        <Trans>Select none</Trans>
      </button>
    </section>
  )
}
