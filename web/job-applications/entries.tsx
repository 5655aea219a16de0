import type { ReactNode } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import { Icon } from '../ui/icon.tsx'
import { type FormName, LIST_OF } from './lists.ts'
import type { RecordWords } from './record-words.ts'
import type { Wizard } from './use-wizard.ts'

/** What the steps with a list are told of the wizard round them. */
export type StepActions = {
  wizard: Wizard
  /** The faults of the step's form, once it was looked at. */
  faults: FieldErrors
  /** Into the list, or its faults. */
  add: (name: FormName) => void
  /** Into the form; what stands there is settled first (W7). */
  edit: (name: FormName, position: number) => void
  remove: (name: FormName, position: number) => void
  /** A form that changes an entry lets it be. */
  leave: (name: FormName) => void
  /** A field changed: its fault is gone. */
  clear: (field: string) => void
}

/** A record's lines; the same on the steps, in the review and in the copy beside. */
export const RecordLines = ({ words }: { words: RecordWords }) => (
  <div>
    <h3 className="any">{words.what}</h3>
    {words.where && <p>{words.where}</p>}
    {words.when && <p className="small quiet num">{words.when}</p>}
    {words.duties && <p className="small duties">{words.duties}</p>}
  </div>
)

/** The list of a step: Edit and Remove as words. */
export function Records({ turn, name, words }: { turn: StepActions; name: FormName; words: RecordWords[] }) {
  const changing = turn.wizard.draft.editing[name]
  if (words.length === 0) return null
  return (
    <ul className="records mt4">
      {words.map((recordWords, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry is known by its place alone
        <li className={index === changing ? 'record changing' : 'record'} key={`${index} ${recordWords.what}`}>
          <RecordLines words={recordWords} />
          <p className="acts">
            {index === changing ? (
              <span className="tap quiet">Below, to be changed</span>
            ) : (
              <button className="link" type="button" onClick={() => turn.edit(name, index)}>
                Edit<span className="vh"> {recordWords.what}</span>
              </button>
            )}
            <button className="link" type="button" onClick={() => turn.remove(name, index)}>
              Remove<span className="vh"> {recordWords.what}</span>
            </button>
          </p>
        </li>
      ))}
    </ul>
  )
}

type SheetProps = { turn: StepActions; name: FormName; titles: { add: string; change: string }; most: number; children: ReactNode }

/** The form that adds an entry or changes one: a paper of its own under the list. */
export function AddSheet({ turn, name, titles, most, children }: SheetProps) {
  const { draft } = turn.wizard
  const changing = draft.editing[name] !== undefined
  if (!changing && draft.answers[LIST_OF[name]].length >= most)
    return <p className="callout mt5">Your list has {most} entries. That is the most we take: remove one to add another.</p>
  return (
    <fieldset className="sheet mt5">
      <legend className="lg">{changing ? titles.change : titles.add}</legend>
      {children}
      <p className="btn-row mt4">
        <button className="btn btn-2" type="button" onClick={() => turn.add(name)}>
          <Icon name={changing ? 'tick' : 'plus'} /> {changing ? 'Keep the change' : 'Add to my list'}
        </button>
        {changing && (
          <button className="link" type="button" onClick={() => turn.leave(name)}>
            Leave it as it was
          </button>
        )}
      </p>
    </fieldset>
  )
}
