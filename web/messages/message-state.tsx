import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime } from '#contract/dates.ts'
import type { MessageState, OfficersMessage } from '#contract/messages/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

const MARKS: Record<MessageState, [icon: IconName, className: string, words: string]> = {
  proposed: ['half', 'text-amber', t`Waits for a second person`],
  // A scheduled message has no words here: the time when it goes out is shown instead.
  scheduled: ['clock', 'text-amber', ''],
  sent: ['tick', 'text-green', t`Sent`],
  returned: ['x', 'quiet', t`Returned`],
  stopped: ['x', 'quiet', t`Stopped`],
}

/** The state of a message by icon, words and colour, so that no one depends on only one of them. */
export function MessageStateMark({ state, leaves_at }: Pick<OfficersMessage, 'state' | 'leaves_at'>) {
  const [icon, className, words] = MARKS[state]
  return (
    <span className={className}>
      <Icon name={icon} size="icon-small" />{' '}
      {state === 'scheduled' && leaves_at ? t`Goes out at ${clockTime(new Date(leaves_at))}` : words}
    </span>
  )
}

/** How much of a message has been sent. */
export const Delivery = ({ message }: { message: OfficersMessage }) => (
  <p className="st-delivery num">
    <span className="text-green">
      <Icon name="tick" size="icon-small" /> <Trans>{formatNumber(message.delivered)} sent</Trans>
    </span>
    {message.waiting > 0 && (
      <span className="text-amber">
        <Icon name="clock" size="icon-small" /> <Trans>{formatNumber(message.waiting)} waiting</Trans>
      </span>
    )}
    {message.failed > 0 && (
      <span className="text-red">
        <Icon name="warn" size="icon-small" /> <Trans>{formatNumber(message.failed)} not delivered</Trans>
      </span>
    )}
  </p>
)

/** Who returned or stopped the message, and why. */
export const EndedBy = ({ message }: { message: OfficersMessage }) => (
  <>
    {message.state === 'returned' && message.decided_by && (
      <p className="any">
        <Trans>
          Returned by {message.decided_by.name}: “{message.note}”
        </Trans>
      </p>
    )}
    {message.stopped_by && (
      <p className="any">
        <Trans>
          Stopped by {message.stopped_by.name}: “{message.stop_reason}”
        </Trans>
      </p>
    )}
  </>
)
