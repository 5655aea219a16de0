import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useSubmit } from 'react-router'
import { JOB_WORDS, SORTS } from '#contract/jobs/words.ts'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { JobFilters } from './job-filters.ts'

/** The id of the element that takes the focus when a person on a phone applies the filters. */
export const RESULTS_ID = 'found'
const FILTERS_ID = 'filters'

/** The fields of the filters that are filled in. The address names only these. */
const withoutEmptyFields = (form: HTMLFormElement) => {
  const filledFields = new FormData()
  for (const [name, value] of new FormData(form)) if (value !== '') filledFields.append(name, value)
  return filledFields
}

const SUBMIT_OPTIONS = { action: paths.jobs, replace: true, preventScrollReset: true } as const

/** The link that shows closed jobs too. If `isShown`, they are shown already, and the link hides them. */
type ClosedJobsLink = { to: string; words: string; isShown: boolean }

const TYPING_PAUSE_MS = 350
/** The server ignores a longer text. */
const MAX_TEXT_LENGTH = 100

/** Applies each change of the filters: a choice at once, typed text when the person pauses. */
function useFilterDraft(filters: JobFilters) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancelTyping = () => {
    clearTimeout(typingTimer.current)
    typingTimer.current = undefined
  }
  const apply = () => {
    cancelTyping()
    if (form.current) void submit(withoutEmptyFields(form.current), SUBMIT_OPTIONS)
  }
  const applyChange = ({ target }: FormEvent) => {
    cancelTyping()
    const isTyped = target instanceof HTMLInputElement
    if (isTyped) typingTimer.current = setTimeout(apply, TYPING_PAUSE_MS)
    else apply()
  }
  /** Empties the fields when the link to the unfiltered list is pressed, also a field that is in use. */
  const clear = () => {
    cancelTyping()
    // After a reset, a field shows its default value, which follows the address.
    form.current?.reset()
  }
  // A field takes its value from the address, for example after Back. It does not while a person uses it or
  // while typed text waits to be applied. The lists of choices get a new `key` instead.
  useEffect(() => {
    if (typingTimer.current !== undefined) return
    for (const name of ['search', 'location'] as const) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = filters[name]
    }
  }, [filters])
  return { form, apply, applyChange, clear }
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
      maxLength={MAX_TEXT_LENGTH}
      defaultValue={value}
      autoComplete="off"
      enterKeyHint="search"
    />
  </div>
)

const TypeFilter = ({ types, value }: { types: string[]; value: string }) => (
  <div className="field">
    <label htmlFor="job_type">
      <Trans>Job type</Trans>
    </label>
    <span className="pick">
      <select className="input" id="job_type" name="job_type" key={value} defaultValue={value}>
        <option value="">{translate(JOB_WORDS.allTypes)}</option>
        {types.map((type) => (
          // The filter needs the English name, also when the option shows its translation.
          <option key={type} value={type}>
            {translate(type)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  </div>
)

const FilterLinks = ({ closed, onClear }: { closed: ClosedJobsLink; onClear: () => void }) => (
  <>
    <div className="row">
      <noscript>
        <button className="btn btn-small" type="submit">
          <Trans>Search</Trans>
        </button>
      </noscript>
      <Link className="btn btn-2 btn-small" to={paths.jobs} preventScrollReset onClick={onClear}>
        <Trans>Clear Filters</Trans>
      </Link>
    </div>
    <p>
      <Link className="tap small" to={closed.to} preventScrollReset>
        {closed.words}
      </Link>
    </p>
  </>
)

/** `types`: the names of the job types. `resultsLabel` is on the button that leads to the results. */
type Props = { filters: JobFilters; types: string[]; resultsLabel: string; closed: ClosedJobsLink }

/** The search and the filters beside the list of jobs. On a phone, a button opens them. */
export function Filters({ filters, types, resultsLabel, closed }: Props) {
  const { form, apply, applyChange, clear } = useFilterDraft(filters)
  const [isOpen, setIsOpen] = useState(false)
  // On a phone the open filters push the results down: after closing, the focus goes to the results.
  const applyAndClose = (event: FormEvent) => {
    event.preventDefault()
    apply()
    if (!isOpen) return
    setIsOpen(false)
    requestAnimationFrame(() => document.getElementById(RESULTS_ID)?.focus())
  }
  return (
    <div className={isOpen ? 'filter-fold open' : 'filter-fold'}>
      <button
        className="btn btn-2 btn-wide"
        type="button"
        aria-expanded={isOpen}
        aria-controls={FILTERS_ID}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Trans>
          <Icon name="list" /> Search and filter
        </Trans>
      </button>
      <form
        className="filters"
        id={FILTERS_ID}
        role="search"
        action={pagePath(paths.jobs)}
        ref={form}
        onChange={applyChange}
        onSubmit={applyAndClose}
      >
        <TextFilter name="search" label={t`Search by title`} type="search" value={filters.search} />
        <TypeFilter types={types} value={filters.job_type} />
        <TextFilter name="location" label={t`Location`} type="text" value={filters.location} />
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        {filters.include_expired && <input type="hidden" name="include_expired" value="1" />}
        <button className="btn btn-wide mob needs-js" type="submit">
          {resultsLabel}
        </button>
        <FilterLinks closed={closed} onClear={clear} />
      </form>
    </div>
  )
}

/** The field for the order of the list. It is above the list, and is submitted with the filters. */
export function Sort({ sort }: { sort: string }) {
  const submit = useSubmit()
  return (
    <p className="row small">
      <label htmlFor="sort">
        <Trans context="order of a list">Sort</Trans>
      </label>
      <span className="pick">
        <select
          className="input"
          id="sort"
          name="sort"
          form={FILTERS_ID}
          key={sort}
          defaultValue={sort}
          onChange={({ currentTarget: { form } }) => form && submit(withoutEmptyFields(form), SUBMIT_OPTIONS)}
        >
          {/* The first order is the default. Its empty value keeps it out of the address. */}
          {Object.entries(SORTS).map(([value, words], index) => (
            <option key={value} value={index > 0 ? value : ''}>
              {translate(words)}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <noscript>
        <button className="btn btn-2 btn-small" type="submit" form={FILTERS_ID}>
          <Trans context="order of a list">Sort</Trans>
        </button>
      </noscript>
    </p>
  )
}
