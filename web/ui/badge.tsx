import { STATUS_COLOURS } from '#contract/job-applications/words.ts'
import { Icon, type IconName } from './icon.tsx'

export type ShownStatus = keyof typeof STATUS_COLOURS

export const STATUS_MARKS: Record<ShownStatus, IconName> = {
  Draft: 'pen',
  Pending: 'ring',
  'Under Review': 'half',
  Shortlisted: 'tick',
  Rejected: 'x',
  Hired: 'star',
}

const TONES = { yellow: 'is-amber', green: 'is-green', red: 'is-red', grey: '' } as const

/** The status of an application: mark, word and colour (S2 §4), for none of them is told alone. */
export const Badge = ({ status }: { status: ShownStatus }) => (
  <span className={`badge ${status === 'Draft' ? 'is-draft' : TONES[STATUS_COLOURS[status]]}`.trim()}>
    <Icon name={STATUS_MARKS[status]} />
    {status}
  </span>
)
