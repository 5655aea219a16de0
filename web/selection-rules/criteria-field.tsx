import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { FieldError } from '../form/field.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import type { CriterionDraft } from './rule-draft.ts'

/** The facts of an application that can give points. Each is a number. */
const FACT_OPTIONS = [
  ['qualification', t`Highest qualification`],
  ['experience_years', t`Whole years of work`],
  ['age_years', t`Age in whole years`],
  ['lives_in_area', t`Lives in the area applied for (1 or 0)`],
  ['document', t`A named document was sent (1 or 0)`],
] as const
const FACT_KINDS = FACT_OPTIONS.map(([kind]) => kind)

type Levels = StaffSelectionRule['levels']

type FromProps = { value: string; levels: Levels | undefined; onValue: (from: string) => void }

/** The value from which a line of points counts: the rank of a level of qualification, or a number. */
const From = ({ value, levels, onValue }: FromProps) =>
  levels ? (
    <select className="input" value={value} onChange={({ target }) => onValue(target.value)}>
      <option value="0">{t`any, also without a level`}</option>
      {levels.map(({ rank, name }) => (
        <option key={rank} value={rank}>
          {name}
        </option>
      ))}
    </select>
  ) : (
    <input
      className="input num"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )

type RowProps = {
  number: number
  levels: Levels | undefined
  row: CriterionDraft['rows'][number]
  onChange: (row: CriterionDraft['rows'][number]) => void
  onRemove: () => void
}

const Row = ({ number, levels, row, onChange, onRemove }: RowProps) => (
  <li className="rule-row">
    <label>
      <Trans>from</Trans>
      <span className="sr-only">, {t`line ${number}`}</span>
      <From value={row.from} levels={levels} onValue={(from) => onChange({ ...row, from })} />
    </label>
    <label>
      <Trans>points</Trans>
      <span className="sr-only">, {t`line ${number}`}</span>
      <input
        className="input num"
        inputMode="numeric"
        autoComplete="off"
        value={row.points}
        onChange={({ target }) => onChange({ ...row, points: target.value })}
      />
    </label>
    <button className="link small" type="button" onClick={onRemove}>
      <Trans>
        Remove<span className="sr-only"> line {number}</span>
      </Trans>
    </button>
  </li>
)

type TableProps = {
  rows: CriterionDraft['rows']
  levels: Levels | undefined
  onRows: (rows: CriterionDraft['rows']) => void
}

const PointsTable = ({ rows, levels, onRows }: TableProps) => (
  <ul className="mt3">
    {rows.map((row, position) => (
      // oxlint-disable-next-line react/no-array-index-key -- a line is known by its place alone
      <Row
        key={position}
        number={position + 1}
        levels={levels}
        row={row}
        onChange={(changed) =>
          onRows(rows.map((each, otherPosition) => (otherPosition === position ? changed : each)))
        }
        onRemove={() => onRows(rows.filter((_row, otherPosition) => otherPosition !== position))}
      />
    ))}
  </ul>
)

type CriterionProps = {
  index: number
  criterion: CriterionDraft
  documents: StaffSelectionRule['documents']
  levels: Levels
  error: string | undefined
  onChange: (criterion: CriterionDraft) => void
  onRemove: () => void
}

/**
 * The criterion with another fact. Ranks of levels and plain numbers cannot be compared. If one replaces the
 * other, each line loses its value.
 */
function withFact(criterion: CriterionDraft, fact: CriterionDraft['fact']): CriterionDraft {
  const isLevel = fact === 'qualification'
  const wasLevel = criterion.fact === 'qualification'
  if (isLevel === wasLevel) return { ...criterion, fact }
  return { ...criterion, fact, rows: criterion.rows.map((row) => ({ ...row, from: isLevel ? '0' : '' })) }
}

/** One criterion of the rule: the fact that it counts, and the table of points for its values. */
function CriterionField(props: CriterionProps) {
  const { index, criterion, documents, levels, error, onChange, onRemove } = props
  const { fact, document, rows } = criterion
  const id = `criteria.${index}`
  const setRows = (next: CriterionDraft['rows']) => onChange({ ...criterion, rows: next })
  return (
    <fieldset className={error ? 'field bad rule-criterion' : 'field rule-criterion'} id={id} tabIndex={-1}>
      <legend>{t`Criterion ${index + 1}`}</legend>
      <FieldError id={id} sentence={error} />
      <SelectField
        id={`${id}.fact`}
        label={t`What counts`}
        options={FACT_OPTIONS}
        empty=""
        value={fact}
        onValue={(value) => onChange(withFact(criterion, choiceFrom(FACT_KINDS, value) ?? fact))}
      />
      {fact === 'document' && (
        <SelectField
          id={`${id}.document`}
          label={t`Document`}
          hint={documents.length === 0 ? t`This job asks for no document by name.` : undefined}
          options={documents.map(({ kind, name }) => [kind, name] as const)}
          value={document ?? ''}
          onValue={(value) => onChange({ ...criterion, document: value })}
        />
      )}
      <PointsTable rows={rows} levels={fact === 'qualification' ? levels : undefined} onRows={setRows} />
      <p className="btn-row mt3">
        <button
          className="btn btn-2 btn-small"
          type="button"
          aria-disabled={rows.length >= SELECTION_RULES.maxRows}
          onClick={() =>
            rows.length < SELECTION_RULES.maxRows &&
            setRows([...rows, { from: fact === 'qualification' ? '0' : '', points: '' }])
          }
        >
          <Trans>Add a line</Trans>
        </button>
        <button className="btn btn-2 btn-small" type="button" onClick={onRemove}>
          <Trans>Remove criterion {index + 1}</Trans>
        </button>
      </p>
    </fieldset>
  )
}

type Props = {
  criteria: CriterionDraft[]
  documents: StaffSelectionRule['documents']
  levels: Levels
  errorAt: (field: string) => string | undefined
  onCriteria: (criteria: CriterionDraft[]) => void
}

/**
 * The criteria of the rule. In a criterion's table, the last line that starts at or below a person's value
 * gives the points. A value below the first line gives none.
 */
export function CriteriaField({ criteria, documents, levels, errorAt, onCriteria }: Props) {
  const error = errorAt('criteria')
  const mayAdd = criteria.length < SELECTION_RULES.maxCriteria
  return (
    <section className={error ? 'field bad' : 'field'} id="criteria" tabIndex={-1} aria-labelledby="points">
      <h2 className="heading-small" id="points">
        <Trans>Points</Trans>
      </h2>
      <p className="hint">
        <Trans>
          The points of the last line that starts at or below a person's value count. Years and age count to
          the closing date.
        </Trans>
      </p>
      <FieldError id="criteria" sentence={error} />
      {criteria.map((criterion, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a criterion is known by its place alone
        <CriterionField
          key={index}
          index={index}
          criterion={criterion}
          documents={documents}
          levels={levels}
          error={errorAt(`criteria.${index}`)}
          onChange={(changed) =>
            onCriteria(criteria.map((each, otherIndex) => (otherIndex === index ? changed : each)))
          }
          onRemove={() => onCriteria(criteria.filter((_each, otherIndex) => otherIndex !== index))}
        />
      ))}
      <button
        className="btn btn-2 btn-small mt3"
        type="button"
        aria-disabled={!mayAdd}
        onClick={() =>
          mayAdd && onCriteria([...criteria, { fact: 'qualification', rows: [{ from: '0', points: '' }] }])
        }
      >
        <Trans>Add a criterion</Trans>
      </button>
    </section>
  )
}
