import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ShareKind, WorkPlan } from '#contract/shares/endpoints.ts'
import { call } from '../api.ts'
import { RadioGroup } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { type Assignment, spreadCounties } from './spread.ts'

/** How the work is shared, or `none` to remove the shares. */
type Kind = ShareKind | 'none'
const KINDS = [
  ['county', t`By county`],
  ['parts', t`In equal parts`],
  ['none', t`Not shared out`],
] as const
const kindFrom = (value: string) => KINDS.find(([kind]) => kind === value)?.[0]

type Props = { plan: WorkPlan; onPlan: (plan: WorkPlan) => void }

type CountyProps = {
  plan: WorkPlan
  reviewerIds: number[]
  assignment: Assignment
  onAssignment: (next: Assignment) => void
}

/** The counties, each with its counts and the reviewer whose share it is in. */
const CountyChoice = ({ plan, reviewerIds, assignment, onAssignment }: CountyProps) => (
  <ul className="shares-counties">
    {plan.counties.map(({ code, name, applications, unread }) => (
      <li key={code}>
        <label htmlFor={`county-${code}`}>
          {name}{' '}
          <span className="tiny quiet num">
            <Trans>
              {formatNumber(applications)}, {formatNumber(unread)} unread
            </Trans>
          </span>
        </label>
        <span className="pick">
          <select
            className="input"
            id={`county-${code}`}
            value={assignment[code] ?? ''}
            onChange={({ target }) => {
              // The value of the option "No one" is empty.
              const reviewerId = target.value ? Number(target.value) : undefined
              onAssignment({ ...assignment, [code]: reviewerId })
            }}
          >
            <option value="">{t`No one`}</option>
            {plan.reviewers
              .filter(({ id }) => reviewerIds.includes(id))
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

/** The choice of counties, with a button that spreads them evenly over the reviewers. */
const Counties = ({ onlyUnread, ...choice }: CountyProps & { onlyUnread: boolean }) => (
  <fieldset className="field">
    <legend>{t`Counties`}</legend>
    {choice.plan.counties.length === 0 && (
      <p className="quiet">
        <Trans>There are no applications yet. Share out in equal parts, or come back later.</Trans>
      </p>
    )}
    <p className="shares-how">
      <button
        className="btn btn-2 btn-small"
        type="button"
        onClick={() =>
          choice.onAssignment(spreadCounties(choice.plan.counties, choice.reviewerIds, onlyUnread))
        }
      >
        <Trans>Spread evenly</Trans>
      </button>
    </p>
    <CountyChoice {...choice} />
  </fieldset>
)

type ReviewersProps = {
  plan: WorkPlan
  reviewerIds: number[]
  onToggle: (id: number, isChosen: boolean) => void
}

/** The reviewers to choose from. The link of an error about the shares moves the focus to this group. */
const Reviewers = ({ plan, reviewerIds, onToggle }: ReviewersProps) => (
  <fieldset className="field" id="shares" tabIndex={-1}>
    <legend>{t`Reviewers`}</legend>
    {plan.reviewers.length === 0 && <p className="quiet">{t`No one reviews applications yet.`}</p>}
    <div className="shares-ticks">
      {plan.reviewers.map(({ id, name, limited }) => (
        <label className="st-tick" key={id}>
          <input
            type="checkbox"
            checked={reviewerIds.includes(id)}
            onChange={({ target }) => onToggle(id, target.checked)}
          />{' '}
          {name}
          {limited && (
            <span className="tiny quiet">
              {' '}
              <Trans>some areas only</Trans>
            </span>
          )}
        </label>
      ))}
    </div>
  </fieldset>
)

/** The shares as the officer has chosen them so far, and the function that sends them. */
function useShares({ plan, onPlan }: Props) {
  const form = useSending(['shares', 'kind'])
  const [kind, setKind] = useState<Kind>(plan.kind ?? 'county')
  const [onlyUnread, setOnlyUnread] = useState(plan.kind ? plan.only_unread : true)
  // An officer who no longer reviews has no checkbox, so their share is left out.
  const shares = plan.shares.filter(({ officer }) => plan.reviewers.some(({ id }) => id === officer.id))
  const [reviewerIds, setReviewerIds] = useState(shares.map(({ officer }) => officer.id))
  const [assignment, setAssignment] = useState<Assignment>(
    Object.fromEntries(
      shares.flatMap(({ officer, counties }) => counties.map(({ code }) => [code, officer.id])),
    ),
  )
  const toggleReviewer = (id: number, isChosen: boolean) => {
    setReviewerIds(isChosen ? [...reviewerIds, id] : reviewerIds.filter((reviewerId) => reviewerId !== id))
    // If a reviewer is left out, their counties are in no one's share again.
    if (!isChosen)
      setAssignment(
        Object.fromEntries(Object.entries(assignment).filter(([, reviewerId]) => reviewerId !== id)),
      )
  }
  const countiesOf = (reviewerId: number) =>
    Object.keys(assignment)
      .map(Number)
      .filter((code) => assignment[code] === reviewerId)
  const send = () =>
    void form.send(async () => {
      const chosen = reviewerIds.map((officer) => ({
        officer,
        counties: kind === 'county' ? countiesOf(officer) : [],
      }))
      const body = {
        kind,
        only_unread: onlyUnread,
        shares: kind === 'none' ? [] : chosen,
        // The shares as this officer saw them. If someone has changed the shares since, the server refuses.
        seen: plan.shared_at ?? '',
      }
      onPlan(await call('PUT /api/staff/jobs/{id}/shares/', { params: { id: plan.job.id }, body }))
    })
  return {
    form,
    kind,
    setKind,
    onlyUnread,
    setOnlyUnread,
    reviewerIds,
    assignment,
    setAssignment,
    toggleReviewer,
    send,
  }
}

/**
 * Chooses which reviewer works on which applications. It changes no one's rights: a share only says which
 * applications a reviewer reads first.
 */
export function ShareForm(props: Props) {
  const { plan } = props
  const { form, kind, setKind, onlyUnread, setOnlyUnread, ...shares } = useShares(props)
  const { reviewerIds, assignment, setAssignment, toggleReviewer } = shares
  const submit = (event: FormEvent) => {
    event.preventDefault()
    shares.send()
  }
  return (
    <form className="shares-form mt5" onSubmit={submit} noValidate aria-labelledby="share-out">
      <h2 id="share-out">{plan.kind ? t`Change the shares` : t`Share out`}</h2>
      <ErrorSummary errors={form.errors} round={form.round} />
      <RadioGroup
        id="kind"
        label={t`How`}
        hint={t`Every reviewer keeps the same rights, and every application stays open to all who may read it.`}
        options={KINDS}
        value={kind}
        onValue={(value) => setKind(kindFrom(value) ?? kind)}
      />
      {kind !== 'none' && (
        <>
          <fieldset className="field">
            <legend>{t`Which applications`}</legend>
            <label className="st-tick">
              <input
                type="checkbox"
                checked={onlyUnread}
                onChange={({ target }) => setOnlyUnread(target.checked)}
              />{' '}
              <Trans>Only applications that no one has read yet</Trans>
            </label>
          </fieldset>
          <Reviewers plan={plan} reviewerIds={reviewerIds} onToggle={toggleReviewer} />
          {kind === 'county' && reviewerIds.length > 0 && (
            <Counties {...{ plan, reviewerIds, assignment, onlyUnread }} onAssignment={setAssignment} />
          )}
        </>
      )}
      <p className="mt4">
        <button className="btn" type="submit" aria-disabled={form.busy}>
          {kind === 'none' ? t`Remove the shares` : t`Share out`}
        </button>
      </p>
    </form>
  )
}
