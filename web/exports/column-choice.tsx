import { Trans } from '@lingui/react/macro'
import { COLUMN_WORDS, type ExportColumn, IDENTITY_COLUMNS, PLAIN_COLUMNS } from '#contract/exports/words.ts'
import { FieldError } from '../form/field.tsx'

type Props = {
  chosen: readonly ExportColumn[]
  mayIdentify: boolean
  error?: string | undefined
  onColumns: (columns: ExportColumn[]) => void
}

/** One box for each column. `firstId`: the id of the first box, to which the error summary links. */
const ColumnBoxes = ({
  columns,
  chosen,
  onColumns,
  firstId,
}: Omit<Props, 'mayIdentify' | 'error'> & { columns: readonly ExportColumn[]; firstId?: string }) => (
  <div className="exports-columns">
    {columns.map((column, index) => (
      <label className="st-tick" key={column}>
        <input
          type="checkbox"
          id={index === 0 ? firstId : undefined}
          checked={chosen.includes(column)}
          onChange={({ target }) =>
            onColumns(target.checked ? [...chosen, column] : chosen.filter((entry) => entry !== column))
          }
        />
        {COLUMN_WORDS[column]}
      </label>
    ))}
  </div>
)

/**
 * The columns that an officer may choose for a file. Those that identify people are listed separately,
 * because a file with them needs a second person.
 */
export function ColumnChoice({ chosen, mayIdentify, error, onColumns }: Props) {
  return (
    <>
      <fieldset className={error ? 'field bad' : 'field'}>
        <legend>
          <Trans>Columns</Trans>
        </legend>
        <FieldError id="columns" sentence={error} />
        <ColumnBoxes columns={PLAIN_COLUMNS} chosen={chosen} onColumns={onColumns} firstId="columns" />
      </fieldset>
      {mayIdentify && (
        <fieldset className="field">
          <legend>
            <Trans>Columns that identify people</Trans>
          </legend>
          <p className="hint">
            <Trans>
              If you choose any of these, a second person must approve the file before you get it.
            </Trans>
          </p>
          <ColumnBoxes columns={IDENTITY_COLUMNS} chosen={chosen} onColumns={onColumns} />
        </fieldset>
      )}
    </>
  )
}
