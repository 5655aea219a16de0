import { type ReactNode, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Icon } from '../ui/icon.tsx'
import { parseRange, writeRange } from './address.ts'
import { type FilterProps, type FieldProps, MultiChoice } from './choice-field.tsx'
import { CHOICES, type GroupName, stageChoices, unreadChoices } from './filter-groups.ts'
import { ListField } from './list-field.tsx'
import { ResidenceFields } from './residence-fields.tsx'

/**
 * A range of numbers, both ends included; one end may be empty. `max` limits how many digits can be typed.
 */
const RangeField = ({ name, legend, filter, onFilter, max }: FieldProps & { max: number }) => {
  const bounds = parseRange(filter[name])
  // While a text is typed, it may not be a range yet. So both ends are stored as they were typed.
  const [typed, setTyped] = useState(bounds)
  const change = (changed: Partial<typeof typed>) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    onFilter({ ...filter, [name]: writeRange(next) })
  }
  return (
    <fieldset className="review-field">
      <legend>{legend}</legend>
      <div className="review-span">
        {(['from', 'to'] as const).map((bound) => (
          <label key={bound}>
            {bound === 'from' ? t`From` : t`to`}
            <input
              className="input num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={String(max).length}
              aria-label={`${legend} ${bound}`}
              value={typed[bound]}
              onChange={(event) => change({ [bound]: event.target.value.replace(/\D/g, '') })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const LevelRange = ({ filter, onFilter, overview }: FilterProps) => {
  const bounds = parseRange(filter.level)
  return (
    <fieldset className="review-field">
      <legend>
        <Trans>Highest level</Trans>
      </legend>
      <div className="review-span review-levels">
        {(['from', 'to'] as const).map((bound) => (
          <label key={bound}>
            {bound === 'from' ? t`At least` : t`At most`}
            <span className="pick">
              <select
                className="input"
                aria-label={bound === 'from' ? t`Highest level at least` : t`Highest level at most`}
                value={bounds[bound]}
                onChange={(event) =>
                  onFilter({ ...filter, level: writeRange({ ...bounds, [bound]: event.target.value }) })
                }
              >
                <option value="">
                  <Trans>Any</Trans>
                </option>
                {(overview?.levels ?? []).map(({ rank, name }) => (
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

const FIELDS: Record<GroupName, (filterProps: FilterProps) => ReactNode> = {
  stage: (filterProps) => (
    <>
      <MultiChoice
        {...filterProps}
        name="stage"
        legend={t`Stage`}
        choices={stageChoices(filterProps.overview)}
      />
      <MultiChoice
        {...filterProps}
        name="unread"
        legend={t`Unread`}
        choices={unreadChoices(filterProps.overview)}
      />
      <MultiChoice {...filterProps} name="share" legend={t`Shared out`} choices={CHOICES.share} />
    </>
  ),
  residence: (filterProps) => <ResidenceFields {...filterProps} />,
  place: (filterProps) => (
    <MultiChoice
      {...filterProps}
      name="place"
      legend={t`Applied for`}
      choices={(filterProps.overview?.areas ?? []).map(({ id, name }) => [String(id), name] as const)}
    />
  ),
  level: (filterProps) => (
    <>
      <LevelRange {...filterProps} />
      <RangeField {...filterProps} name="year" legend={t`Year of the highest level`} max={9999} />
    </>
  ),
  experience: (filterProps) => (
    <RangeField {...filterProps} name="experience" legend={t`Whole years of work`} max={99} />
  ),
  documents: (filterProps) => (
    <MultiChoice {...filterProps} name="documents" legend={t`Documents`} choices={CHOICES.documents} />
  ),
  flags: (filterProps) => (
    <MultiChoice {...filterProps} name="flags" legend={t`Any of these flags`} choices={CHOICES.flags} />
  ),
  person: (filterProps) => (
    <>
      {filterProps.blind && (
        <p className="review-message">
          <Icon name="lock" size="icon-small" />{' '}
          <Trans>
            Identities are hidden: these filters find only applications whose decision list has taken effect.
          </Trans>
        </p>
      )}
      <MultiChoice {...filterProps} name="gender" legend={t`Gender`} choices={CHOICES.gender} />
      <MultiChoice {...filterProps} name="pwd" legend={t`Disability`} choices={CHOICES.pwd} />
      <RangeField {...filterProps} name="age" legend={t`Age on the closing date`} max={999} />
    </>
  ),
  list: (filterProps) => <ListField {...filterProps} />,
}

/** The fields for one group of conditions of the filter. */
export const FilterFields = ({ group, ...filterProps }: FilterProps & { group: GroupName }) =>
  FIELDS[group](filterProps)
