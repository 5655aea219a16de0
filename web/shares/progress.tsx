import { shortDeadline } from '#contract/dates.ts'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { WideTable } from '../staff-ui/wide-table.tsx'

const share = (part: number, whole: number) => (whole > 0 ? ` (${Math.floor((100 * part) / whole)}%)` : '')

const KINDS = { county: 'by county', parts: 'in equal parts' } as const

const NUMBERS = ['Assigned', 'Read by them', 'Decided'] as const

/** The size of each share, and how far each reviewer is. */
export function Progress({ plan }: { plan: WorkPlan }) {
  if (!plan.kind)
    return (
      <p className="quiet">
        The applications of this job are not shared out. Every reviewer may read all of them.
      </p>
    )
  const num = (key: string, words: string) => (
    <span className="num" key={key}>
      {words}
    </span>
  )
  const rows = plan.shares.map(({ officer, counties, assigned, read, decided }) => ({
    key: officer.id,
    cells: [
      officer.name,
      counties.length > 0 ? counties.map(({ name }) => name).join(', ') : 'An equal part',
      num('assigned', formatNumber(assigned)),
      num('read', `${formatNumber(read)}${share(read, assigned)}`),
      num('decided', `${formatNumber(decided)}${share(decided, assigned)}`),
    ],
  }))
  const rest = {
    key: 'rest',
    cells: [
      'No one',
      'Everything else',
      num('assigned', formatNumber(plan.rest.assigned)),
      '',
      num('decided', formatNumber(plan.rest.decided)),
    ],
  }
  return (
    <>
      <p className="sh-how">
        Shared out {KINDS[plan.kind]} by {plan.shared_by?.name} · {shortDeadline(plan.shared_at)}
        {plan.only_unread && ' · only applications that no one else has read'}
      </p>
      <WideTable
        label="Shares"
        heads={['Reviewer', 'Share', ...NUMBERS]}
        numbers={NUMBERS}
        rows={plan.rest.assigned > 0 ? [...rows, rest] : rows}
      />
      <p className="tiny quiet mt2">Decided: on a decision list, or on the long list and further.</p>
    </>
  )
}
