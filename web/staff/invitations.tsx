import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { StaffInvitation } from '#contract/staff/people.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

type Props = {
  invitations: StaffInvitation[]
  /**
   * Withdraws an invitation, until the list without it is loaded; undefined if this officer may not do that.
   */
  onWithdraw: ((invitation: StaffInvitation) => Promise<void>) | undefined
}

type LineProps = { invitation: StaffInvitation; onWithdraw: Props['onWithdraw'] }

function InvitationLine({ invitation, onWithdraw }: LineProps) {
  const { busy, run } = useOneAtATime()
  return (
    <li>
      <Trans>
        <b className="any">{invitation.email}</b> as {ROLE_WORDS[invitation.role].name.toLowerCase()}, until{' '}
        {shortMoment(invitation.expires_at)}
      </Trans>{' '}
      {onWithdraw && (
        <button
          className="link"
          type="button"
          aria-disabled={busy}
          onClick={() => void run(() => onWithdraw(invitation))}
        >
          <Trans>
            Withdraw<span className="sr-only"> the invitation of {invitation.email}</span>
          </Trans>
        </button>
      )}
    </li>
  )
}

/** The list of people who were invited as officers and have not joined yet. */
export const Invitations = ({ invitations, onWithdraw }: Props) =>
  invitations.length === 0 ? null : (
    <>
      <h2 className="mt6 mb4">
        <Trans>Invited</Trans>
      </h2>
      <ul>
        {invitations.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} onWithdraw={onWithdraw} />
        ))}
      </ul>
    </>
  )
