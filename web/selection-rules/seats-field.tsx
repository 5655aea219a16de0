import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { formatNumber } from '../ui/card.ts'
import { type RuleDraft, typedSum } from './rule-draft.ts'

/** The areas in which the shares can apply. */
const UNIT_OPTIONS = [
  ['job', t`The whole job`],
  ['county', t`Each county`],
  ['constituency', t`Each constituency`],
] as const
const UNIT_KINDS = UNIT_OPTIONS.map(([kind]) => kind)
/** The areas in which seats can be counted. */
const PLACE_OPTIONS = [...UNIT_OPTIONS, ['ward', t`Each ward`]] as const
const PLACE_KINDS = PLACE_OPTIONS.map(([kind]) => kind)

type Props = {
  draft: RuleDraft
  vacancies: number | null
  errorAt: (field: string) => string | undefined
  onChange: (changed: Partial<RuleDraft>) => void
}

/** Compares the seats typed so far with the posts of the job. If they differ, the words are bold. */
function SeatsSum({ draft, vacancies }: Pick<Props, 'draft' | 'vacancies'>) {
  const sum = typedSum(draft)
  const words =
    vacancies === null
      ? t`Together: ${formatNumber(sum)}. The job does not say how many posts it has.`
      : t`Together: ${formatNumber(sum)} of ${formatNumber(vacancies)} posts.`
  return (
    <p
      className={vacancies === null || sum === vacancies ? 'small num mt2' : 'small num mt2 bold'}
      role="status"
    >
      {words}
    </p>
  )
}

/**
 * The lines of seats. The server names an error `csv` when it reads the lines, and `seats` when it checks the
 * rule.
 */
function SeatLines({ draft, errorAt, onChange }: Props) {
  const readFile = (file: File | undefined) => void file?.text().then((seats) => onChange({ seats }))
  return (
    <>
      <TextAreaField
        id="seats"
        label={t`Seats of each place`}
        hint={t`A line for each place: its code or name, a comma, its seats. More columns are not read.`}
        rows={10}
        spellCheck={false}
        value={draft.seats}
        onValue={(seats) => onChange({ seats })}
        error={errorAt('seats') ?? errorAt('csv')}
      />
      <p className="mt3">
        <label className="small" htmlFor="seats-file">
          <Trans>Or take the lines of a CSV file:</Trans>
        </label>
        <input
          className="input mt1"
          id="seats-file"
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ target }) => readFile(target.files?.[0])}
        />
      </p>
    </>
  )
}

/** In which areas the shares apply, where seats are counted, and how many seats each place has. */
export function SeatsField(props: Props) {
  const { draft, errorAt, onChange } = props
  return (
    <section className="field" aria-labelledby="where">
      <h2 className="heading-small" id="where">
        <Trans>Seats</Trans>
      </h2>
      <div className="pair">
        <SelectField
          id="unit"
          label={t`The shares hold in`}
          empty=""
          options={UNIT_OPTIONS}
          value={draft.unit}
          onValue={(value) => onChange({ unit: choiceFrom(UNIT_KINDS, value) ?? draft.unit })}
          error={errorAt('unit')}
        />
        <SelectField
          id="place"
          label={t`Seats are counted in`}
          empty=""
          options={PLACE_OPTIONS}
          value={draft.place}
          onValue={(value) =>
            // The typed seats are those of the earlier kind of place, so they are deleted.
            onChange({ place: choiceFrom(PLACE_KINDS, value) ?? draft.place, seats: '' })
          }
          error={errorAt('place')}
        />
      </div>
      {draft.place === 'job' ? (
        <TextField
          id="seats"
          label={t`Seats`}
          className="input num rule-number"
          inputMode="numeric"
          autoComplete="off"
          value={draft.seats}
          onValue={(seats) => onChange({ seats })}
          error={errorAt('seats')}
        />
      ) : (
        <SeatLines {...props} />
      )}
      <SeatsSum draft={draft} vacancies={props.vacancies} />
    </section>
  )
}
