import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { dropDraft } from '../session/device-drafts.ts'
import { personOf, logOut, useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { UnbrokenTimes } from '../ui/unbroken-times.tsx'
import { draftsOf } from './own-drafts.ts'

type Props = {
  onStay: () => void
  /** The time when the server received an application that it has not accepted yet. */
  receivedAt?: string | undefined
}

/**
 * The question before a logout that would lose data. The server lacks a part of an application, and logging
 * out here deletes this device's copy of it.
 */
export function LogoutQuestion({ onStay, receivedAt }: Props) {
  const navigate = useNavigate()
  const session = useSession()
  const logOutAndDelete = async () => {
    // `session` is still the session before the logout. The logout keeps this device's copy of a received
    // application, so this deletes the copy.
    await logOut(undefined, { confirmed: true })
    await Promise.all((await draftsOf(personOf(session))).map(dropDraft))
    await navigate(paths.login)
  }
  return (
    <Dialog
      title={receivedAt ? translate(SENDING_WORDS.stillSending) : t`Some changes are not on the server`}
      onClose={onStay}
      buttons={
        <>
          <button className="btn" type="button" onClick={onStay}>
            <Trans>Stay logged in</Trans>
          </button>
          <button className="btn btn-2" type="button" onClick={() => void logOutAndDelete()}>
            <Trans>Log out and lose it</Trans>
          </button>
        </>
      }
    >
      {receivedAt ? (
        <>
          <p>
            <Trans>
              <UnbrokenTimes words={SENDING_WORDS.receivedShort(new Date(receivedAt))} /> Only this device can
              send your application again. If you log out, it is deleted here.
            </Trans>
          </p>
          <p className="mt3">
            <Trans>Stay logged in until you see your reference number.</Trans>
          </p>
        </>
      ) : (
        <>
          <p>
            <Trans>
              You seem to be offline. If you log out, you lose what you wrote after the last save.
            </Trans>
          </p>
          <p className="mt3">
            <Trans>Stay logged in until the save line says &quot;on the server&quot;.</Trans>
          </p>
        </>
      )}
    </Dialog>
  )
}
