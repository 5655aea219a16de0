import { type FormEvent, useState } from 'react'
import type { FoundPerson } from '#contract/support/endpoints.ts'
import { FOUND_BY_WORDS, foundBy, type FoundBy } from '#contract/support/words.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

const TYPED: Record<FoundBy, string> = {
  ...FOUND_BY_WORDS,
  reference: 'Reference',
  name: 'First and last name',
}

const KEYBOARDS: Partial<Record<FoundBy, 'email' | 'tel'>> = { email: 'email', phone: 'tel' }

export type Found = { people: FoundPerson[]; more: boolean }

/** Finds a person by an exact value. The typed text never goes into an address. */
export function SearchForm({ onFound }: { onFound: (found: Found) => void }) {
  const { faults, round, busy, at, clear, send } = useSending(['text', 'born'])
  const { rights } = useMe()
  const options = foundBy(rights).map((entry) => [entry, FOUND_BY_WORDS[entry]] as const)
  const [by, setBy] = useState<FoundBy>('email')
  const [text, setText] = useState('')
  const [born, setBorn] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const { found, more } = await call('POST /api/staff/support/search/', {
        body: { by, text, born: by === 'name' ? born : '' },
      })
      onFound({ people: found, more })
    })
  }
  return (
    <form
      className="st-find"
      role="search"
      aria-label="Find a person"
      onSubmit={submit}
      noValidate
      method="dialog"
    >
      <ErrorSummary faults={faults} round={round} />
      <div className="st-find-row">
        <SelectField
          id="by"
          label="Find by"
          options={options}
          empty=""
          value={by}
          onValue={(chosen) => {
            setBy(chosen as FoundBy)
            clear()
          }}
        />
        <TextField
          id="text"
          label={TYPED[by]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          inputMode={KEYBOARDS[by] ?? 'text'}
          value={text}
          onValue={setText}
          fault={at('text')}
        />
        {by === 'name' && (
          <TextField
            id="born"
            label="Date of birth"
            type="date"
            value={born}
            onValue={setBorn}
            fault={at('born')}
          />
        )}
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? 'Looking...' : 'Find'}
        </button>
      </div>
    </form>
  )
}
