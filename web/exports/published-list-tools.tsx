import { type FormEvent, useState } from 'react'
import {
  BASIS_WORDS,
  NAME_BASES,
  NAMES_RIGHT,
  type NameBasis,
  PUBLISHED_STATUSES,
  type PublishedStatus,
} from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

type Which = { status: PublishedStatus; county: string; constituency: string }
type Props = {
  notice: PublishedList | undefined
  which: Which
  named: boolean
  onChoose: (which: Partial<Which>) => void
  onNames: (basis: NameBasis | undefined, reason: string) => Promise<void>
  onReferences: () => void
}

function WithNames({ onNames }: Pick<Props, 'onNames'>) {
  const { faults, round, busy, at, send } = useSending(['basis', 'reason'])
  const [basis, setBasis] = useState('')
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(() =>
      onNames(
        NAME_BASES.find((entry) => entry === basis),
        reason,
      ),
    )
  }
  return (
    <details className="nt-names" open={faults.length > 0 || undefined}>
      <summary>With names</summary>
      <form className="st-edit ex-form" onSubmit={submit} noValidate aria-label="With names">
        <div>
          <ErrorSummary faults={faults} round={round} />
          <p className="small mb4">
            Anyone can read a published list. Show names only where a law allows it. The log keeps which law,
            and why.
          </p>
          <SelectField
            id="basis"
            label="Law that allows it"
            options={NAME_BASES.map((entry) => [entry, BASIS_WORDS[entry]] as const)}
            value={basis}
            onValue={setBasis}
            fault={at('basis')}
          />
          <TextField
            id="reason"
            label="Why"
            maxLength={500}
            autoComplete="off"
            value={reason}
            onValue={setReason}
            fault={at('reason')}
          />
          <p className="btn-row mt4">
            <button className="btn btn-2 btn-s" type="submit" aria-disabled={busy}>
              Show names
            </button>
          </p>
        </div>
      </form>
    </details>
  )
}

/** Chooses who is on the published list and what it shows. */
export function PublishedListTools({ notice, which, named, onChoose, onNames, onReferences }: Props) {
  const me = useMe()
  const places = notice?.places ?? []
  const county = places.find(({ code }) => String(code) === which.county)
  const said = ({ code, name, count }: { code: number; name: string; count: number }) =>
    [String(code), `${name}: ${count.toLocaleString('en')}`] as const
  return (
    <div className="nt-tools">
      <div className="nt-choices st-edit">
        <SelectField
          id="status"
          label="Who"
          empty=""
          options={PUBLISHED_STATUSES.map((entry) => [entry, entry] as const)}
          value={which.status}
          onValue={(status) => onChoose({ status: status as PublishedStatus, county: '', constituency: '' })}
        />
        <SelectField
          id="county"
          label="County"
          empty="All"
          options={places.map(said)}
          value={which.county}
          onValue={(chosen) => onChoose({ county: chosen, constituency: '' })}
        />
        {county && (
          <SelectField
            id="constituency"
            label="Constituency"
            empty="All"
            options={county.constituencies.map(said)}
            value={which.constituency}
            onValue={(chosen) => onChoose({ constituency: chosen })}
          />
        )}
        <button
          className="btn"
          type="button"
          aria-disabled={!notice || notice.lines.length === 0}
          onClick={() => notice && notice.lines.length > 0 && print()}
        >
          Print
        </button>
      </div>
      {named ? (
        <p className="mt3" role="status">
          <b>With names.</b>{' '}
          <button className="link" type="button" onClick={onReferences}>
            References only
          </button>
        </p>
      ) : (
        me.rights.includes(NAMES_RIGHT) &&
        notice &&
        notice.lines.length > 0 && <WithNames onNames={onNames} />
      )}
    </div>
  )
}
