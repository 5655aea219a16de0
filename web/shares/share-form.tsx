import { type FormEvent, useState } from 'react'
import type { ShareKind, WorkPlan } from '#contract/shares/endpoints.ts'
import { call } from '../api.ts'
import { RadioGroup } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { type SharingInput, spread } from './spread.ts'

type Kind = ShareKind | 'none'
const KINDS = [
  ['county', 'By county'],
  ['parts', 'In equal parts'],
  ['none', 'Not shared out'],
] as const

type Props = { plan: WorkPlan; onPlan: (plan: WorkPlan) => void }

/** Each county with its counts, and whose it is. */
const CountyChoice = ({
  plan,
  chosen,
  given,
  onGiven,
}: {
  plan: WorkPlan
  chosen: number[]
  given: SharingInput
  onGiven: (given: SharingInput) => void
}) => (
  <ul className="sh-counties">
    {plan.counties.map(({ code, name, applications, unread }) => (
      <li key={code}>
        <label htmlFor={`county-${code}`}>
          {name}{' '}
          <span className="tiny quiet num">
            {formatNumber(applications)}, {formatNumber(unread)} unread
          </span>
        </label>
        <span className="pick">
          <select
            className="in"
            id={`county-${code}`}
            value={given[code] ?? ''}
            onChange={({ target }) => onGiven({ ...given, [code]: Number(target.value) || undefined })}
          >
            <option value="">No one</option>
            {plan.reviewers
              .filter(({ id }) => chosen.includes(id))
              .map(({ id, name: reviewer }) => (
                <option key={id} value={id}>
                  {reviewer}
                </option>
              ))}
          </select>
          <Icon name="down" />
        </span>
      </li>
    ))}
  </ul>
)

/** Chooses who works on what. It changes which applications are marked as one's own, and no one's rights. */
export function ShareForm({ plan, onPlan }: Props) {
  const form = useSending(['shares', 'kind'])
  const [kind, setKind] = useState<Kind>(plan.kind ?? 'county')
  const [onlyUnread, setOnlyUnread] = useState(plan.kind ? plan.only_unread : true)
  const [chosen, setChosen] = useState(plan.shares.map(({ officer }) => officer.id))
  const [given, setGiven] = useState<SharingInput>(
    Object.fromEntries(
      plan.shares.flatMap(({ officer, counties }) => counties.map(({ code }) => [code, officer.id])),
    ),
  )
  const toggle = (id: number, on: boolean) => {
    setChosen(on ? [...chosen, id] : chosen.filter((entry) => entry !== id))
    if (!on) setGiven(Object.fromEntries(Object.entries(given).filter(([, whose]) => whose !== id)))
  }
  const countiesOf = (officer: number) =>
    Object.keys(given)
      .map(Number)
      .filter((code) => given[code] === officer)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void form.send(async () => {
      const shares = chosen.map((officer) => ({
        officer,
        counties: kind === 'county' ? countiesOf(officer) : [],
      }))
      onPlan(
        await call('PUT /api/staff/jobs/{id}/shares/', {
          params: { id: plan.job.id },
          body: {
            kind,
            only_unread: onlyUnread,
            shares: kind === 'none' ? [] : shares,
            seen: plan.shared_at ?? '',
          },
        }),
      )
    })
  }
  return (
    <form className="sh-form mt5" onSubmit={send} noValidate aria-labelledby="share-out">
      <h2 id="share-out">{plan.kind ? 'Change the shares' : 'Share out'}</h2>
      <ErrorSummary faults={form.faults} round={form.round} />
      <RadioGroup
        id="kind"
        label="How"
        hint="Every reviewer keeps the same rights, and every application stays open to all who may read it."
        options={KINDS}
        value={kind}
        onValue={(value) => setKind(value as Kind)}
      />
      {kind !== 'none' && (
        <>
          <fieldset className="field">
            <legend>Which applications</legend>
            <label className="sh-tick">
              <input
                type="checkbox"
                checked={onlyUnread}
                onChange={({ target }) => setOnlyUnread(target.checked)}
              />{' '}
              Only those that no one has read yet
            </label>
          </fieldset>
          <fieldset className="field" id="shares" tabIndex={-1}>
            <legend>Reviewers</legend>
            {plan.reviewers.length === 0 && <p className="quiet">No one reviews applications yet.</p>}
            <div className="sh-ticks">
              {plan.reviewers.map(({ id, name, limited }) => (
                <label className="sh-tick" key={id}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    onChange={({ target }) => toggle(id, target.checked)}
                  />{' '}
                  {name}
                  {limited && <span className="tiny quiet"> some areas only</span>}
                </label>
              ))}
            </div>
          </fieldset>
          {kind === 'county' && chosen.length > 0 && (
            <fieldset className="field">
              <legend>Counties</legend>
              {plan.counties.length === 0 && (
                <p className="quiet">
                  There are no applications yet. Share out in equal parts, or come back later.
                </p>
              )}
              <p className="sh-how">
                <button
                  className="btn btn-2 btn-s"
                  type="button"
                  onClick={() => setGiven(spread(plan.counties, chosen, onlyUnread))}
                >
                  Spread evenly
                </button>
              </p>
              <CountyChoice plan={plan} chosen={chosen} given={given} onGiven={setGiven} />
            </fieldset>
          )}
        </>
      )}
      <p className="mt4">
        <button className="btn" type="submit" aria-disabled={form.busy}>
          {kind === 'none' ? 'Remove the shares' : 'Share out'}
        </button>
      </p>
    </form>
  )
}
