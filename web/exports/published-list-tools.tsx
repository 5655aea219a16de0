import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  BASIS_WORDS,
  LEGAL_BASES_FOR_NAMES,
  NAMES_RIGHT,
  type LegalBasisForNames,
  PUBLISHED_STATUSES,
  type PublishedStatus,
} from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { EXPORTS } from '#contract/exports/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { useSending } from '../staff-ui/use-sending.ts'

/** `county` and `constituency` are codes, or '' for all. */
export type PublishedFilter = { status: PublishedStatus; county: string; constituency: string }
type Props = {
  list: PublishedList
  filter: PublishedFilter
  hasNames: boolean
  onFilter: (change: Partial<PublishedFilter>) => void
  onShowNames: (basis: LegalBasisForNames | undefined, reason: string) => Promise<void>
  onHideNames: () => void
}

/** Asks for the law that allows names, and for a reason, before names are shown. */
function NamesForm({ onShowNames }: Pick<Props, 'onShowNames'>) {
  const { errors, round, busy, errorAt, send } = useSending(['basis', 'reason'])
  const [basis, setBasis] = useState('')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(() => onShowNames(choiceFrom(LEGAL_BASES_FOR_NAMES, basis), reason))
  }
  // With an error, the form is open. Otherwise `undefined` leaves it as the officer opened or closed it.
  return (
    <details className="st-fold published-names" open={errors.length > 0 || undefined}>
      <summary>{t`With names`}</summary>
      <form className="st-edit exports-form" onSubmit={submit} noValidate aria-label={t`With names`}>
        <div>
          <ErrorSummary errors={errors} round={round} />
          <p className="small mb4">
            <Trans>
              Anyone can read a published list. Show names only where a law allows it. The log keeps the law
              and your reason.
            </Trans>
          </p>
          <SelectField
            id="basis"
            label={t`Law that allows it`}
            options={LEGAL_BASES_FOR_NAMES.map((entry) => [entry, BASIS_WORDS[entry]] as const)}
            value={basis}
            onValue={setBasis}
            error={errorAt('basis')}
          />
          <TextField
            id="reason"
            label={t`Why`}
            maxLength={EXPORTS.maxReason}
            autoComplete="off"
            value={reason}
            onValue={setReason}
            error={errorAt('reason')}
          />
          <p className="btn-row mt4">
            <button
              className="btn btn-2 btn-small"
              type="submit"
              aria-disabled={busy}
            >{t`Show names`}</button>
          </p>
        </div>
      </form>
    </details>
  )
}

type Place = { code: number; name: string; count: number }
const placeOption = ({ code, name, count }: Place) =>
  [String(code), `${name}: ${count.toLocaleString('en')}`] as const

const FilterFields = ({ list, filter, onFilter }: Pick<Props, 'list' | 'filter' | 'onFilter'>) => {
  const county = list.places.find(({ code }) => String(code) === filter.county)
  return (
    <div className="published-choices st-edit">
      <SelectField
        id="status"
        label={t`Who`}
        empty=""
        options={PUBLISHED_STATUSES.map((entry) => [entry, entry] as const)}
        value={filter.status}
        // Another status has other places, so the chosen place is dropped.
        onValue={(status) =>
          onFilter({ status: choiceFrom(PUBLISHED_STATUSES, status), county: '', constituency: '' })
        }
      />
      <SelectField
        id="county"
        label={t`County`}
        empty={t`All`}
        options={list.places.map(placeOption)}
        value={filter.county}
        onValue={(chosen) => onFilter({ county: chosen, constituency: '' })}
      />
      {county && (
        <SelectField
          id="constituency"
          label={t`Constituency`}
          empty={t`All`}
          options={county.constituencies.map(placeOption)}
          value={filter.constituency}
          onValue={(chosen) => onFilter({ constituency: chosen })}
        />
      )}
      <button
        className="btn"
        type="button"
        aria-disabled={list.lines.length === 0}
        onClick={() => list.lines.length > 0 && print()}
      >
        <Trans>Print</Trans>
      </button>
    </div>
  )
}

/** Chooses who is on the published list and what it shows. */
export function PublishedListTools({ list, filter, hasNames, onFilter, onShowNames, onHideNames }: Props) {
  const me = useMe()
  return (
    <div className="published-tools">
      <FilterFields list={list} filter={filter} onFilter={onFilter} />
      {hasNames ? (
        <p className="mt3" role="status">
          <b>
            <Trans>With names.</Trans>
          </b>{' '}
          <button className="link" type="button" onClick={onHideNames}>{t`References only`}</button>
        </p>
      ) : (
        me.rights.includes(NAMES_RIGHT) && list.lines.length > 0 && <NamesForm onShowNames={onShowNames} />
      )}
    </div>
  )
}
