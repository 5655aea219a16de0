import { type ReactNode, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { endsOf, rangeOf } from './address.ts'
import { AreaFields } from './area-fields.tsx'
import { type FilterProps, type FieldProps, Several } from './choice-field.tsx'
import { CHOICES, type GroupName, stagesOf, unreadOf } from './filter-groups.ts'
import { ListField } from './list-field.tsx'

/** A range of numbers, both ends included; one end may stay open. */
const Span = ({ name, legend, filter, onFilter, most }: FieldProps & { most: number }) => {
  const ends = endsOf(filter[name])
  // Half-typed input is not a range yet: both ends are kept apart here.
  const [typed, setTyped] = useState(ends)
  const set = (over: Partial<typeof typed>) => {
    const now = { ...typed, ...over }
    setTyped(now)
    onFilter({ ...filter, [name]: rangeOf(now) })
  }
  return (
    <fieldset className="rv-field">
      <legend>{legend}</legend>
      <div className="rv-span">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'From' : 'to'}
            <input
              className="input num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={String(most).length}
              aria-label={`${legend} ${end}`}
              value={typed[end]}
              onChange={(event) => set({ [end]: event.target.value.replace(/\D/g, '') })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Levels = ({ filter, onFilter, head }: FilterProps) => {
  const ends = endsOf(filter.level)
  return (
    <fieldset className="rv-field">
      <legend>Highest level</legend>
      <div className="rv-span rv-levels">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'At least' : 'At most'}
            <span className="pick">
              <select
                className="input"
                aria-label={end === 'from' ? 'Highest level at least' : 'Highest level at most'}
                value={ends[end]}
                onChange={(event) =>
                  onFilter({ ...filter, level: rangeOf({ ...ends, [end]: event.target.value }) })
                }
              >
                <option value="">Any</option>
                {(head?.levels ?? []).map(({ rank, name }) => (
                  <option key={rank} value={rank}>
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const FIELDS: Record<GroupName, (fields: FilterProps) => ReactNode> = {
  stage: (filterProps) => (
    <>
      <Several {...filterProps} name="stage" legend="Stage" choices={stagesOf(filterProps.head)} />
      <Several {...filterProps} name="unread" legend="Unread" choices={unreadOf(filterProps.head)} />
      <Several {...filterProps} name="share" legend="Shared out" choices={CHOICES.share} />
    </>
  ),
  area: (filterProps) => <AreaFields {...filterProps} />,
  place: (filterProps) => (
    <Several
      {...filterProps}
      name="place"
      legend="Applied for"
      choices={(filterProps.head?.areas ?? []).map(({ id, name }) => [String(id), name] as const)}
    />
  ),
  level: (filterProps) => (
    <>
      <Levels {...filterProps} />
      <Span {...filterProps} name="year" legend="Year of the highest level" most={9999} />
    </>
  ),
  experience: (filterProps) => (
    <Span {...filterProps} name="experience" legend="Whole years of work" most={99} />
  ),
  documents: (filterProps) => (
    <Several {...filterProps} name="documents" legend="Documents" choices={CHOICES.documents} />
  ),
  flags: (filterProps) => (
    <Several {...filterProps} name="flags" legend="Any of these flags" choices={CHOICES.flags} />
  ),
  person: (filterProps) => (
    <>
      {filterProps.blind && (
        <p className="rv-message">
          <Icon name="lock" size="i-s" /> Identities are hidden: these filters find only applications whose
          decision list has taken effect.
        </p>
      )}
      <Several {...filterProps} name="gender" legend="Gender" choices={CHOICES.gender} />
      <Several {...filterProps} name="pwd" legend="Disability" choices={CHOICES.pwd} />
      <Span {...filterProps} name="age" legend="Age on the closing date" most={999} />
    </>
  ),
  list: (filterProps) => <ListField {...filterProps} />,
}

/** The conditions of one group. */
export const FilterFields = ({ group, ...fields }: FilterProps & { group: GroupName }) =>
  FIELDS[group](fields)
