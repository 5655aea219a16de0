import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSubmit } from 'react-router'
import { JOB_WORDS, SORTS } from '#contract/jobs/words.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { Chosen } from './chosen.ts'

/** The id of the element that the button below the filters leads to. */
export const RESULTS = 'found'
const FILTERS = 'filters'

/** Leaves out empty fields, so that the address names only what was requested. */
const chosenOnly = (form: HTMLFormElement) => {
  const chosen = new FormData()
  for (const [name, value] of new FormData(form)) if (value !== '') chosen.append(name, value)
  return chosen
}
const HERE = { action: paths.jobs, replace: true, preventScrollReset: true } as const

/** The link to the list with or without closed jobs. */
export type Closed = { to: string; words: string; shown: boolean }

/** Applies the filters as they change: a choice at once, typed text when the person pauses. */
function useFilterDraft(chosen: Chosen) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(typing.current)
    typing.current = undefined
  }
  const apply = () => {
    stop()
    if (form.current) void submit(chosenOnly(form.current), HERE)
  }
  const changed = ({ target }: FormEvent) => {
    stop()
    // Let a person who types finish the word; a choice applies at once.
    if (target instanceof HTMLInputElement) typing.current = setTimeout(apply, 350)
    else apply()
  }
  const clear = () => {
    stop()
    form.current?.reset()
  }
  // Never change a field while a person uses it. A field follows the address only if the address changed
  // without it, and not while typed text in either field waits to be applied.
  useEffect(() => {
    if (typing.current !== undefined) return
    for (const name of ['search', 'location'] as const) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = chosen[name]
    }
  }, [chosen])
  return { form, apply, changed, clear }
}

type TextFilterProps = { name: 'search' | 'location'; label: string; type: 'search' | 'text'; value: string }

const TextFilter = ({ name, label, type, value }: TextFilterProps) => (
  <div className="field">
    <label htmlFor={name}>{label}</label>
    <input
      className="input"
      id={name}
      name={name}
      type={type}
      maxLength={100}
      defaultValue={value}
      autoComplete="off"
      enterKeyHint="search"
    />
  </div>
)

const TypeFilter = ({ types, value }: { types: string[]; value: string }) => (
  <div className="field">
    <label htmlFor="job_type">Job type</label>
    <span className="pick">
      <select className="input" id="job_type" name="job_type" key={value} defaultValue={value}>
        <option value="">{JOB_WORDS.allTypes}</option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  </div>
)

type Props = { chosen: Chosen; types: string[]; show: string; closed: Closed }

export function Filters({ chosen, types, show, closed }: Props) {
  const { form, apply, changed, clear } = useFilterDraft(chosen)
  const [open, setOpen] = useState(false)
  // On a phone the panel covers the results: when it closes, lead the person there.
  const leave = (event: FormEvent) => {
    event.preventDefault()
    apply()
    if (!open) return
    setOpen(false)
    requestAnimationFrame(() => document.getElementById(RESULTS)?.focus())
  }
  return (
    <div className={open ? 'filter-d open' : 'filter-d'}>
      <button
        className="btn btn-2 btn-wide"
        type="button"
        aria-expanded={open}
        aria-controls={FILTERS}
        onClick={() => setOpen(!open)}
      >
        <Icon name="list" /> Search and filter
      </button>
      <form
        className="filters"
        id={FILTERS}
        role="search"
        action={paths.jobs}
        ref={form}
        onChange={changed}
        onSubmit={leave}
      >
        <TextFilter name="search" label="Search by title" type="search" value={chosen.search} />
        <TypeFilter types={types} value={chosen.job_type} />
        <TextFilter name="location" label="Location" type="text" value={chosen.location} />
        {chosen.category && <input type="hidden" name="category" value={chosen.category} />}
        {chosen.include_expired && <input type="hidden" name="include_expired" value="1" />}
        <button className="btn btn-wide mob needs-js" type="submit">
          {show}
        </button>
        <FilterLinks closed={closed} onClear={clear} />
      </form>
    </div>
  )
}

const FilterLinks = ({ closed, onClear }: { closed: Closed; onClear: () => void }) => (
  <>
    <div className="row">
      <noscript>
        <button className="btn btn-s" type="submit">
          Search
        </button>
      </noscript>
      <Link className="btn btn-2 btn-s" to={paths.jobs} preventScrollReset onClick={onClear}>
        Clear Filters
      </Link>
    </div>
    <p>
      <Link className="tap small" to={closed.to} preventScrollReset>
        {closed.words}
      </Link>
    </p>
  </>
)

/** One of the filters, above the list. It is submitted with the others. */
export function Sort({ sort }: { sort: string }) {
  const submit = useSubmit()
  return (
    <p className="row small">
      <label htmlFor="sort">Sort</label>
      <span className="pick">
        <select
          className="input"
          id="sort"
          name="sort"
          form={FILTERS}
          key={sort}
          defaultValue={sort}
          onChange={({ currentTarget: { form } }) => form && submit(chosenOnly(form), HERE)}
        >
          {Object.entries(SORTS).map(([value, words], index) => (
            <option key={value} value={index > 0 ? value : ''}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <noscript>
        <button className="btn btn-2 btn-s" type="submit" form={FILTERS}>
          Sort
        </button>
      </noscript>
    </p>
  )
}
