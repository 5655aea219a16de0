import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { clockTime, plainDate } from '#contract/dates.ts'
import { openingInstant } from '#contract/civil-dates.ts'
import { AUDIT_GROUPS } from '#contract/audit-log/words.ts'
import { AUDIT_WORDS } from '#contract/staff/words.ts'
import { textIn } from '../form/text-in.ts'
import { Field } from '../form/field.tsx'
import { choiceFrom, keysOf } from '../staff-ui/typed-choice.ts'
import { Icon } from '../ui/icon.tsx'
import { FILTERS, type Filters, filtersIn, logAddress, momentOf } from './log-address.ts'

type Log = Reply<'GET /api/staff/audit-log/'>
type Props = { filters: Filters; log: Pick<Log, 'officers' | 'jobs'>; onFilter: (filters: Filters) => void }

/** The kinds of entries with their words, by alphabet. */
const KINDS = Object.entries(AUDIT_WORDS).sort(([, left], [, right]) => left.localeCompare(right))

const ChoiceField = ({
  name,
  label,
  value,
  anyWords,
  children,
}: {
  name: string
  label: string
  value: string | undefined
  anyWords: string
  children: ReactNode
}) => (
  <Field id={name} label={label}>
    <span className="pick">
      <select className="input" id={name} name={name} defaultValue={value ?? ''}>
        <option value="">{anyWords}</option>
        {children}
      </select>
      <Icon name="down" />
    </span>
  </Field>
)

/** The words for a kind of entry, or for a group of kinds such as all approvals. */
const kindWords = (kind: string) => {
  const group = choiceFrom(keysOf(AUDIT_GROUPS), kind)
  return group ? AUDIT_GROUPS[group].words : (AUDIT_WORDS[kind] ?? kind)
}

/** The chosen filters of the audit log in words. */
function filterWords(
  { person, kind, job, seen, about, application, from, to }: Filters,
  { officers, jobs }: Props['log'],
): string[] {
  // Turns `2026-11-24` or `2026-11-24T17:00` into words: the day, with the time if there is one.
  const day = (date: string) => {
    const instant = openingInstant(date)
    if (!instant) return date
    return date.includes('T') ? t`${plainDate(instant)}, ${clockTime(instant)}` : plainDate(instant)
  }
  return [
    person && (officers.find(({ id }) => String(id) === person)?.name ?? t`Officer ${person}`),
    kind && kindWords(kind),
    job && t`Job ${jobs.find(({ id }) => String(id) === job)?.reference ?? job}`,
    seen && t`Who saw applicant ${seen}`,
    about && t`Applicant ${about}`,
    application && t`Application ${application}`,
    from && (from === to ? day(from) : t`from ${day(from)}`),
    to && from !== to && t`to ${day(to)}`,
  ].filter((words): words is string => Boolean(words))
}

/** Says in words which entries the page lists, if a filter is set. */
export const ChosenFilters = ({ filters, log }: Pick<Props, 'filters' | 'log'>) => {
  const words = filterWords(filters, log)
  return words.length === 0 ? null : (
    <p className="row">
      <b>{words.join(', ')}</b>
      <Link className="tap" to={logAddress({})}>{t`Show everything`}</Link>
    </p>
  )
}

/**
 * The version of the form's fields. It grows with each filter that this form did not send, so that the fields
 * are mounted again with new values. What the form sent is in its fields already: they stay, and the focus
 * stays too.
 */
function useFormVersion(filters: Filters) {
  const current = JSON.stringify(filters)
  // `shown`: the filters of the last render. `sent`: what the form sent last, '' if its fields are newer.
  const [{ shown, sent, version }, setState] = useState({ shown: current, sent: '', version: 0 })
  // React renders again at once, because this changes the state during a render.
  if (current !== shown)
    setState(
      current === sent
        ? { shown: current, sent, version }
        : { shown: current, sent: '', version: version + 1 },
    )
  const markSent = (next: Filters) => setState({ shown, sent: JSON.stringify(next), version })
  return [version, markSent] as const
}

type MomentProps = { name: 'from' | 'to'; label: string; timeLabel: string; value: string | undefined }

/** A day and an optional time, for officers who need entries of one minute. */
const MomentField = ({ name, label, timeLabel, value = '' }: MomentProps) => {
  const [day, time] = value.split('T')
  return (
    <Field id={name} label={label} hint={t`The time is optional`}>
      <span className="audit-moment">
        <input
          className="input"
          id={name}
          name={name}
          type="date"
          // Without a limit, a browser takes years of six digits, which the server cannot read.
          max="2999-12-31"
          aria-describedby={`${name}-hint`}
          defaultValue={day}
        />
        <input
          className="input"
          name={`${name}_time`}
          type="time"
          aria-label={timeLabel}
          defaultValue={time}
        />
      </span>
    </Field>
  )
}

type FieldsProps = Pick<Props, 'filters' | 'log'>

const FilterFields = ({ filters, log: { officers, jobs } }: FieldsProps) => (
  <div className="audit-fields">
    <ChoiceField name="person" label={t`Officer who acted`} value={filters.person} anyWords={t`Everyone`}>
      {officers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ChoiceField>
    <ChoiceField name="kind" label={t`What`} value={filters.kind} anyWords={t`Everything`}>
      <optgroup label={t`Together`}>
        {Object.entries(AUDIT_GROUPS).map(([group, { words }]) => (
          <option key={group} value={group}>
            {words}
          </option>
        ))}
      </optgroup>
      <optgroup label={t`One kind`}>
        {KINDS.map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </optgroup>
    </ChoiceField>
    <ChoiceField name="job" label={t`Job`} value={filters.job} anyWords={t`All jobs`}>
      {jobs.map(({ id, reference, title }) => (
        <option key={id} value={id}>
          {reference} {title}
        </option>
      ))}
    </ChoiceField>
    <Field id="seen" label={t`Who saw this applicant`} hint={t`Reference, or the applicant’s number`}>
      <input
        className="input"
        id="seen"
        name="seen"
        maxLength={20}
        autoComplete="off"
        aria-describedby="seen-hint"
        defaultValue={filters.seen}
      />
    </Field>
    <MomentField name="from" label={t`From`} timeLabel={t`From, time`} value={filters.from} />
    <MomentField name="to" label={t`To, included`} timeLabel={t`To, time`} value={filters.to} />
  </div>
)

/** The filters of the log. They go into the address when the button is pressed. */
export const LogFilters = ({ filters, log, onFilter }: Props) => {
  const [formVersion, markSent] = useFormVersion(filters)
  return (
    <details className="st-fold audit-filters" key={formVersion}>
      <summary>{t`Filters`}</summary>
      <Form
        role="search"
        aria-label={t`Filter the log`}
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          const typed = FILTERS.map((name) => [
            name,
            name === 'from' || name === 'to'
              ? momentOf(textIn(form, name), textIn(form, `${name}_time`))
              : textIn(form, name),
          ])
          const next = filtersIn(new URLSearchParams(typed))
          markSent(next)
          onFilter(next)
        }}
      >
        <FilterFields filters={filters} log={log} />
        {/* Other pages set these two filters by links, so they have no field here. */}
        {filters.about && <input type="hidden" name="about" value={filters.about} />}
        {filters.application && <input type="hidden" name="application" value={filters.application} />}
        <p className="btn-row">
          <button className="btn btn-small" type="submit">{t`Show`}</button>
        </p>
      </Form>
    </details>
  )
}
