import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Chip } from './chip.tsx'
import { COLUMN_NAMES, type ColumnName, columnOf, IDENTIFYING } from './columns.tsx'

/** `onColumns` with undefined chooses the usual columns again. */
type Props = { columns: ColumnName[]; blind: boolean; onColumns: (columns: ColumnName[] | undefined) => void }

/**
 * The chip for the shown columns. The choice is stored for this officer, in this browser and in the address.
 */
export function ColumnsChip({ columns, blind, onColumns }: Props) {
  const show = (name: ColumnName, isShown: boolean) =>
    onColumns(COLUMN_NAMES.filter((entry) => (entry === name ? isShown : columns.includes(entry))))
  return (
    <Chip label={t`Columns`}>
      {(close) => (
        <>
          <fieldset className="review-field review-panel-body">
            <legend>
              <Trans>Columns beside the reference</Trans>
            </legend>
            <div className="review-choices">
              {COLUMN_NAMES.map((name) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    checked={columns.includes(name)}
                    onChange={(event) => show(name, event.target.checked)}
                  />{' '}
                  {columnOf(name).words}
                  {blind && IDENTIFYING.includes(name) && (
                    <span className="quiet">
                      {' '}
                      <Trans>(hidden)</Trans>
                    </span>
                  )}
                </label>
              ))}
            </div>
          </fieldset>
          <p className="review-panel-foot">
            <button
              className="btn btn-2 btn-small"
              type="button"
              onClick={() => {
                onColumns(undefined)
                close()
              }}
            >
              <Trans>Reset the columns</Trans>
            </button>
          </p>
        </>
      )}
    </Chip>
  )
}
