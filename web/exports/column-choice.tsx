import { COLUMN_WORDS, type ExportColumn, PLAIN_COLUMNS, WHO_COLUMNS } from '#contract/exports/words.ts'
import { FieldError } from '../form/field.tsx'

type Props = {
  chosen: readonly ExportColumn[]
  identities: boolean
  error?: string | undefined
  onChosen: (columns: ExportColumn[]) => void
}

const Boxes = ({
  columns,
  chosen,
  onChosen,
  first,
}: Omit<Props, 'identities' | 'error'> & { columns: readonly ExportColumn[]; first?: string }) => (
  <div className="ex-columns">
    {columns.map((column, index) => (
      <label key={column}>
        <input
          type="checkbox"
          id={index === 0 ? first : undefined}
          checked={chosen.includes(column)}
          onChange={({ target }) =>
            onChosen(
              target.checked ? [...chosen, column] : chosen.filter((exportColumn) => exportColumn !== column),
            )
          }
        />
        {COLUMN_WORDS[column]}
      </label>
    ))}
  </div>
)

/**
 * The columns an officer may choose. Identifying ones are apart, because they turn it into another kind of
 * file.
 */
export function ColumnChoice({ chosen, identities, error, onChosen }: Props) {
  return (
    <>
      <fieldset className={error ? 'field bad' : 'field'}>
        <legend>Columns</legend>
        <FieldError id="columns" sentence={error} />
        <Boxes columns={PLAIN_COLUMNS} chosen={chosen} onChosen={onChosen} first="columns" />
      </fieldset>
      {identities && (
        <fieldset className="field">
          <legend>Columns that identify people</legend>
          <p className="hint">
            If you choose any of these, a second person must approve the file before you get it.
          </p>
          <Boxes columns={WHO_COLUMNS} chosen={chosen} onChosen={onChosen} />
        </fieldset>
      )}
    </>
  )
}
