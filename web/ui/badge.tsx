import { STATUS_COLOURS } from '#contract/job-applications/words.ts'
import { translate } from '../language/translate.ts'
import { Icon, type IconName } from './icon.tsx'

type ShownStatus = keyof typeof STATUS_COLOURS

export const STATUS_ICONS: Record<ShownStatus, IconName> = {
  Draft: 'pen',
  Pending: 'ring',
  'Under Review': 'half',
  Shortlisted: 'tick',
  Rejected: 'x',
  Hired: 'star',
  Withdrawn: 'left',
}

const TONES = { yellow: 'is-amber', green: 'is-green', red: 'is-red', grey: '' } as const

/**
 * The status of an application. Its icon, its word and its colour say the same, because not everyone sees all
 * three (S2 §4).
 */
export const Badge = ({ status }: { status: ShownStatus }) => (
  <span className={`badge ${status === 'Draft' ? 'is-draft' : TONES[STATUS_COLOURS[status]]}`.trim()}>
    <Icon name={STATUS_ICONS[status]} />
    {translate(status)}
  </span>
)
