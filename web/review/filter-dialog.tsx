import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Address, FIRST_PAGE, type Filter, SORT_NAMES } from './address.ts'
import { COLUMN_NAMES, columnOf, IDENTIFYING } from './columns.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { groupsOf, groupWords } from './filter-groups.ts'
import type { Go } from './use-address.ts'
import { useDecisionLists } from './use-decision-lists.ts'

/** This end of a value in the order field means a descending order. */
const DESCENDING = ' down'

/**
 * The choices of the order field: each column that sorts, in both directions. The value of the usual order is
 * ''.
 */
const ORDERS = SORT_NAMES.flatMap((sort) => {
  // Every sort has its column, so the fallback is only for the type.
  const name = COLUMN_NAMES.find((entry) => columnOf(entry).sort === sort) ?? 'sent'
  const { words, orderWords = [t`lowest first`, t`highest first`] } = columnOf(name)
  const value = sort === 'sent' ? '' : sort
  return orderWords.map((order, index) => ({
    name,
    value: index === 0 ? value : value + DESCENDING,
    words: `${words}, ${order}`,
  }))
})

type Props = Omit<FilterProps, 'filter' | 'onFilter' | 'lists'> & {
  jobId: number
  address: Address
  go: Go
  onClose: () => void
}

type OrderProps = { order: string; onOrder: (order: string) => void; blind: boolean }

const OrderField = ({ order, onOrder, blind }: OrderProps) => (
  <label className="review-field" htmlFor="review-order">
    <b>
      <Trans>Order</Trans>
    </b>
    <span className="pick">
      <select
        className="input"
        id="review-order"
        value={order}
        onChange={(event) => onOrder(event.target.value)}
      >
        {ORDERS.filter(({ name }) => !(blind && IDENTIFYING.includes(name))).map(({ value, words }) => (
          <option key={words} value={value}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  </label>
)

const orderOf = ({ sort = 'sent', descending }: Address) =>
  `${sort === 'sent' ? '' : sort}${descending ? DESCENDING : ''}`

/** The dialog for a small screen. It has all conditions and the order together. */
export function FilterDialog({ jobId, address, go, onClose, ...filterProps }: Props) {
  const lists = useDecisionLists(jobId)
  const [chosen, setChosen] = useState<Filter>(address.filter)
  // A new version mounts the fields again. So text that was typed but not applied disappears too.
  const [formVersion, setFormVersion] = useState(0)
  const [order, setOrder] = useState(orderOf(address))
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const descending = order.endsWith(DESCENDING)
    const sortName = descending ? order.slice(0, -DESCENDING.length) : order
    const sort = SORT_NAMES.find((name) => name === sortName)
    go({ filter: chosen, sort, descending, ...FIRST_PAGE, openId: undefined })
    onClose()
  }
  const clear = () => {
    // The search stays, because its field is outside this dialog.
    setChosen(address.filter.search ? { search: address.filter.search } : {})
    setFormVersion(formVersion + 1)
  }
  return (
    <Dialog
      title={t`Filters and order`}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="review-filters">
            <Trans>Show</Trans>
          </button>
          <button className="btn btn-2" type="button" onClick={clear}>
            <Trans>Clear all</Trans>
          </button>
        </>
      }
    >
      <form id="review-filters" className="review-filters" onSubmit={apply}>
        <OrderField order={order} onOrder={setOrder} blind={filterProps.blind} />
        {groupsOf(filterProps.overview, chosen).map((group) => (
          <details
            key={`${group.name} ${formVersion}`}
            onToggle={({ currentTarget }) => {
              if (group.name === 'list' && currentTarget.open && lists.data === undefined) lists.load()
            }}
          >
            <summary>
              {group.words}
              <b>{groupWords(group, chosen, filterProps.overview)}</b>
            </summary>
            <FilterFields
              {...filterProps}
              lists={lists}
              group={group.name}
              filter={chosen}
              onFilter={setChosen}
            />
          </details>
        ))}
      </form>
    </Dialog>
  )
}
