import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import { Icon } from '../ui/icon.tsx'
import type { FormName } from './entry-kinds.ts'
import { LIST_OF_FORM } from './lists.ts'
import type { RecordWords } from './record-words.ts'
import type { Wizard } from './use-wizard.ts'

/** What the steps with a list receive from the wizard. */
export type StepActions = {
  wizard: Wizard
  /** The field errors of the step's form. It has none before the form was checked. */
  errors: FieldErrors
  /** Adds the entry of the form to its list, or shows the field errors. */
  add: (name: FormName) => void
  /** Loads an entry into the form, after what was typed there is added or discarded (W7). */
  edit: (name: FormName, position: number) => void
  /** Removes an entry. If the form changes that entry, asks first and empties the form (W7). */
  remove: (name: FormName, position: number) => void
  /** Declares that there is no work experience yet (W5). Asks before typed text is discarded (W7). */
  declareNone: () => void
  /** Stops changing an entry of the list, which stays as it was. */
  leave: (name: FormName) => void
  /** Removes the error of a field that has changed. */
  clear: (field: string) => void
}

/** The lines of a list entry. They are the same on the steps, in the review and beside the step. */
export const RecordLines = ({ words }: { words: RecordWords }) => (
  <div>
    <h3 className="any">{words.what}</h3>
    {words.where && <p>{words.where}</p>}
    {/* `lines` has the parts of `when`, each of them on a line of its own. */}
    {(words.lines ?? [words.when]).filter(Boolean).map((line) => (
      <p key={line} className="small quiet num any">
        {line}
      </p>
    ))}
    {words.duties && <p className="small duties">{words.duties}</p>}
  </div>
)

/** The list of entries in a step of the form, with Edit and Remove as words. */
export function Records({
  actions,
  name,
  words,
}: {
  actions: StepActions
  name: FormName
  words: RecordWords[]
}) {
  const editedIndex = actions.wizard.draft.editing[name]
  if (words.length === 0) return null
  return (
    <ul className="records mt4">
      {words.map((recordWords, index) => {
        const { what } = recordWords
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an entry is identified by its position alone
          <li className={index === editedIndex ? 'record changing' : 'record'} key={`${index} ${what}`}>
            <RecordLines words={recordWords} />
            <p className="actions">
              {index === editedIndex ? (
                <span className="tap quiet">
                  <Trans>Below, to be changed</Trans>
                </span>
              ) : (
                <button className="link" type="button" onClick={() => actions.edit(name, index)}>
                  <Trans>
                    Edit<span className="sr-only"> {what}</span>
                  </Trans>
                </button>
              )}
              <button className="link" type="button" onClick={() => actions.remove(name, index)}>
                <Trans>
                  Remove<span className="sr-only"> {what}</span>
                </Trans>
              </button>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

type SheetProps = {
  actions: StepActions
  name: FormName
  titles: { add: string; change: string }
  maxEntries: number
  children: ReactNode
}

/** The form that adds or changes an entry, on a sheet of its own under the list. */
export function AddSheet({ actions, name, titles, maxEntries, children }: SheetProps) {
  const { draft } = actions.wizard
  const isChange = draft.editing[name] !== undefined
  if (!isChange && draft.answers[LIST_OF_FORM[name]].length >= maxEntries)
    return (
      <p className="callout mt5">
        <Trans>Your list has {maxEntries} entries. This is the maximum. Remove one to add another.</Trans>
      </p>
    )
  return (
    <fieldset className="sheet mt5">
      <legend className="legend">{isChange ? titles.change : titles.add}</legend>
      {children}
      <p className="btn-row mt4">
        <button className="btn btn-2" type="button" onClick={() => actions.add(name)}>
          <Icon name={isChange ? 'tick' : 'plus'} /> {isChange ? t`Keep the change` : t`Add to my list`}
        </button>
        {isChange && (
          <button className="link" type="button" onClick={() => actions.leave(name)}>
            <Trans>Leave it as it was</Trans>
          </button>
        )}
      </p>
    </fieldset>
  )
}
