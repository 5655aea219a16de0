import { type FormEvent, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Address, FIRST_PAGE, type Filter, SORT_NAMES } from './address.ts'
import { COLUMN_NAMES, columnOf, IDENTIFYING } from './columns.tsx'
import type { FilterProps } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { groupsOf, sayGroup } from './filter-groups.ts'
import type { Go } from './use-address.ts'

const ORDERS = SORT_NAMES.flatMap((sort) => {
  const name = COLUMN_NAMES.find((entry) => columnOf(entry).sort === sort) ?? 'sent'
  const { words, orders = ['lowest first', 'highest first'] } = columnOf(name)
  const value = sort === 'sent' ? '' : sort
  return orders.map((order, index) => ({
    name,
    value: index === 0 ? value : `${value} down`,
    words: `${words}, ${order}`,
  }))
})

type Props = Omit<FilterProps, 'filter' | 'onFilter'> & { address: Address; go: Go; onClose: () => void }

type OrderProps = { order: string; onOrder: (order: string) => void; blind: boolean }

const OrderField = ({ order, onOrder, blind }: OrderProps) => (
  <label className="rv-field" htmlFor="rv-order">
    <b>Order</b>
    <span className="pick">
      <select className="input" id="rv-order" value={order} onChange={(event) => onOrder(event.target.value)}>
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

const orderOf = ({ sort = 'sent', down }: Address) => `${sort === 'sent' ? '' : sort}${down ? ' down' : ''}`

/** For a small screen: all conditions and the order at once. */
export function FilterDialog({ address, go, onClose, ...fields }: Props) {
  const [chosen, setChosen] = useState<Filter>(address.filter)
  const [round, setRound] = useState(0)
  const [order, setOrder] = useState(orderOf(address))
  const show = (event: FormEvent) => {
    event.preventDefault()
    const sort = SORT_NAMES.find((name) => name === order.split(' ')[0])
    go({ filter: chosen, sort, down: order.endsWith(' down'), ...FIRST_PAGE, open: undefined })
    onClose()
  }
  const clear = () => {
    setChosen(address.filter.search ? { search: address.filter.search } : {})
    setRound(round + 1)
  }
  return (
    <Dialog
      title="Filters and order"
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="rv-filters">
            Show
          </button>
          <button className="btn btn-2" type="button" onClick={clear}>
            Clear all
          </button>
        </>
      }
    >
      <form id="rv-filters" className="rv-filters" onSubmit={show}>
        <OrderField order={order} onOrder={setOrder} blind={fields.blind} />
        {groupsOf(fields.head, chosen).map((group) => (
          <details key={`${group.name} ${round}`}>
            <summary>
              {group.words}
              <b>{sayGroup(group, chosen, fields.head)}</b>
            </summary>
            <FilterFields {...fields} group={group.name} filter={chosen} onFilter={setChosen} />
          </details>
        ))}
      </form>
    </Dialog>
  )
}
