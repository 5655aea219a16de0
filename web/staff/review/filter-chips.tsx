import { type FormEvent, useState } from 'react'
import type { Filter } from './address.ts'
import { Chip } from './chip.tsx'
import type { Given } from './choice-field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { type Group, groupsOf, sayGroup, withoutGroup } from './filter-groups.ts'

type Asked = Omit<Given, 'onFilter'> & { onFilter: (filter: Filter) => void }

/** One group in its panel: chosen first, shown together. */
function GroupForm({ group, done, ...given }: Asked & { group: Group; done: () => void }) {
  const [chosen, setChosen] = useState(given.filter)
  const show = (filter: Filter) => {
    done()
    given.onFilter(filter)
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        show(chosen)
      }}
    >
      <div className="rv-panel-b">
        <FilterFields {...given} group={group.name} filter={chosen} onFilter={setChosen} />
      </div>
      <p className="rv-panel-f">
        <button className="btn btn-2 btn-s" type="submit">
          Show
        </button>
        {sayGroup(group, given.filter, given.head) && (
          <button className="link" type="button" onClick={() => show(withoutGroup(group, given.filter))}>
            Clear
          </button>
        )}
      </p>
    </form>
  )
}

/** Each group of conditions as a chip. */
export const FilterChips = (given: Asked) => (
  <>
    {groupsOf(given.head, given.filter).map((group) => (
      <Chip
        key={group.name}
        words={group.words}
        said={sayGroup(group, given.filter, given.head)}
        onClear={() => given.onFilter(withoutGroup(group, given.filter))}
      >
        {(close) => <GroupForm {...given} group={group} done={close} />}
      </Chip>
    ))}
  </>
)
