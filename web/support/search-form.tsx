import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import type { FoundPerson } from '#contract/support/endpoints.ts'
import { FOUND_BY_WORDS, searchKindsFor, type FoundBy } from '#contract/support/words.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

/** For each kind of search, the label of the text field. */
const TEXT_LABELS: Record<FoundBy, string> = {
  ...FOUND_BY_WORDS,
  reference: t`Reference`,
  name: t`First and last name`,
}

/** The server accepts no longer text, because no email address is longer. */
const MAX_TEXT_LENGTH = 254

/** The keyboard that a phone shows for a kind of search, if it is not the usual one. */
const KEYBOARDS: Partial<Record<FoundBy, 'email' | 'tel'>> = { email: 'email', phone: 'tel' }

/** `more`: more people match than the server lists. */
export type SearchResult = { people: FoundPerson[]; more: boolean }

/** `born`: the date of birth, such as `1999-05-26`. Only a search by name sends it. */
type Search = { by: FoundBy; text: string; born: string }
type FieldsProps = {
  search: Search
  onChange: (change: Partial<Search>) => void
  errorAt: (field: string) => string | undefined
}

function SearchFields({ search: { by, text, born }, onChange, errorAt }: FieldsProps) {
  const { rights } = useMe()
  // The kinds of search that this officer's rights allow.
  const kinds = searchKindsFor(rights)
  const options = kinds.map((kind) => [kind, FOUND_BY_WORDS[kind]] as const)
  return (
    <>
      <SelectField
        id="by"
        label={t`Find by`}
        options={options}
        // The list has no empty option, because there is always one kind of search.
        empty=""
        value={by}
        onValue={(chosen) => {
          const kind = kinds.find((entry) => entry === chosen)
          if (kind) onChange({ by: kind })
        }}
      />
      <TextField
        id="text"
        label={TEXT_LABELS[by]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_TEXT_LENGTH}
        inputMode={KEYBOARDS[by] ?? 'text'}
        value={text}
        onValue={(typed) => onChange({ text: typed })}
        error={errorAt('text')}
      />
      {by === 'name' && (
        <TextField
          id="born"
          label={t`Date of birth`}
          type="date"
          value={born}
          onValue={(day) => onChange({ born: day })}
          error={errorAt('born')}
        />
      )}
    </>
  )
}

/** Finds a person by an exact value. The text is in the body of the call, so that no address contains it. */
export function SearchForm({ onFound }: { onFound: (found: SearchResult) => void }) {
  const { errors, round, busy, errorAt, clear, send } = useSending(['text', 'born'])
  const [search, setSearch] = useState<Search>({ by: 'email', text: '', born: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const body = { ...search, born: search.by === 'name' ? search.born : '' }
      const { found, more } = await call('POST /api/staff/support/search/', { body })
      onFound({ people: found, more })
    })
  }
  const change = (changed: Partial<Search>) => {
    setSearch((before) => ({ ...before, ...changed }))
    // The kind of search has changed, so the shown errors no longer apply.
    if (changed.by) clear()
  }
  return (
    <form
      className="st-find"
      role="search"
      aria-label={t`Find a person`}
      onSubmit={submit}
      noValidate
      method="dialog"
    >
      <ErrorSummary errors={errors} round={round} />
      <div className="st-find-row">
        <SearchFields search={search} onChange={change} errorAt={errorAt} />
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? t`Looking...` : t`Find`}
        </button>
      </div>
    </form>
  )
}
