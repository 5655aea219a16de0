import { Link } from 'react-router'
import { clockTime } from '#contract/dates.ts'
import type { OfficersMessage } from '#contract/staff-messages.ts'
import { call } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useAnswer } from '../../use-answer.ts'
import { useMe } from '../shell.tsx'
import { recipients } from './preview-letters.tsx'

const standing = ({ may, leaves_at }: OfficersMessage) => {
  if (may.includes('decide')) return 'waits for you to approve or return it'
  return leaves_at ? `goes out at ${clockTime(new Date(leaves_at))}; you may still stop it` : 'waits for a second person'
}

/** Messages that this officer decides on, wrote, or may still stop. */
export function WaitingMessages() {
  const me = useMe()
  const reads = me.rights.includes('messages.read')
  const answer = useAnswer(`messages ${reads}`, async () => (reads ? (await call('GET /api/staff/messages/')).results : []))
  const shown =
    answer.state === 'here'
      ? answer.data.filter((it) => it.may.includes('decide') || it.sent_by.id === me.id || (it.state === 'scheduled' && it.may.includes('stop')))
      : []
  return shown.map((it) => (
    <p className="callout is-amber mt4 any" key={it.id}>
      <Link to={paths.staffMessage(it.id)}>“{it.subject}”</Link>, a message to {recipients(it.recipients)} of {it.job.title}, {standing(it)}.
    </p>
  ))
}
