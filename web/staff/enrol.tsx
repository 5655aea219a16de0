import { useEffect, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { QrCode } from '../receipt/qr-code.tsx'
import { CodeForm, StartAgain } from './code-form.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { makePasskey } from '../ui/device-passkey.ts'
import { useSecondFactor } from './use-second-factor.ts'

/** `uri`: the address in the QR code, from which an authenticator app reads the secret. */
type TotpSecret = { secret: string; uri: string }
const NOT_MADE = t`The passkey was not made. Try again, or set up an authenticator app instead.`
/** The secret in groups of four: `ABCD EFGH IJ` for `ABCDEFGHIJ`. */
const inGroupsOfFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** `ticket`: for some minutes, it proves that the step before was done, such as the password. */
type Props = { ticket: string; onLoggedIn: () => Promise<void> | void; onStartAgain: () => void }

/** The secret for an authenticator app, and the two ways to set up a second factor. Each logs in. */
function useEnrolment({ ticket, onLoggedIn }: Omit<Props, 'onStartAgain'>) {
  const sending = useSecondFactor({ fields: ['totp_code'], noPasskeyWords: NOT_MADE, onLoggedIn })
  const { show, attempt } = sending
  const [totp, setTotp] = useState<TotpSecret>()
  // An effect, and no loader: the ticket comes from the step before, in the same page.
  useEffect(() => {
    let isCurrent = true
    call('POST /api/staff/enrol/totp/', { body: { ticket } }).then(
      (created) => isCurrent && setTotp(created),
      (error: unknown) => isCurrent && show(formErrors(error)),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new ticket may make a new secret
  }, [ticket])
  const registerPasskey = () =>
    attempt(async () => {
      const options = await call('POST /api/staff/enrol/passkey/options/', { body: { ticket } })
      const response = await makePasskey(options)
      await call('POST /api/staff/enrol/passkey/', { body: { ticket, response } })
    })
  const confirmCode = (code: string) =>
    attempt(() => call('POST /api/staff/enrol/totp/confirm/', { body: { ticket, totp_code: code } }))
  return { ...sending, totp, registerPasskey, confirmCode }
}
type Enrolment = ReturnType<typeof useEnrolment>

const PasskeySection = ({ enrolment: { busy, registerPasskey } }: { enrolment: Enrolment }) => (
  <section className="mb5">
    <h2 className="heading-small">
      <Trans>A passkey</Trans>
    </h2>
    <p className="small mt1">
      <Trans>Use this device's fingerprint, face or PIN, or a security key. This is the quickest way.</Trans>
    </p>
    <p className="mt3">
      <button className="btn btn-wide" type="button" aria-disabled={busy} onClick={registerPasskey}>
        <Trans>Make a passkey</Trans>
      </button>
    </p>
  </section>
)

const AppSection = ({ enrolment: { busy, errorAt, totp, confirmCode } }: { enrolment: Enrolment }) => (
  <section>
    <h2 className="heading-small">
      <Trans>An authenticator app</Trans>
    </h2>
    <p className="small mt1">
      <Trans>
        Scan this code with the app on your phone, or type the characters into the app. Then type the code
        that it shows.
      </Trans>
    </p>
    {totp && (
      <>
        <div className="st-qr mt3">
          <QrCode text={totp.uri} name={t`The app's secret as a QR code; it is written below`} />
        </div>
        <p className="secret num mt3">{inGroupsOfFour(totp.secret)}</p>
      </>
    )}
    <CodeForm
      className="mt4"
      error={errorAt('totp_code')}
      busy={busy}
      label={t`Use the app`}
      isSecondary
      onCode={confirmCode}
    />
  </section>
)

/** Sets up the required second factor, a passkey or an authenticator app, and logs the officer in. */
export function Enrol({ ticket, onLoggedIn, onStartAgain }: Props) {
  const enrolment = useEnrolment({ ticket, onLoggedIn })
  return (
    <>
      <h1>
        <Trans>Your second key</Trans>
      </h1>
      <p className="lead mt2 mb5">
        <Trans>
          Someone can find out a password. You also need something that only you have: choose one of these
          two.
        </Trans>
      </p>
      <ErrorSummary errors={enrolment.errors} round={enrolment.round} />
      <PasskeySection enrolment={enrolment} />
      <AppSection enrolment={enrolment} />
      <StartAgain onClick={onStartAgain} />
    </>
  )
}
