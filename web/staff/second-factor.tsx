import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { CodeForm, StartAgain } from './code-form.tsx'
import { signWithPasskey } from '../ui/device-passkey.ts'
import { useSecondFactor } from './use-second-factor.ts'

/**
 * The response to a correct password. The ticket proves the password in the next call. `enrol`: the officer
 * has no second factor yet. `totp` and `passkey`: which of them the officer has.
 */
export type SecondStep = { ticket: string; enrol: boolean; totp: boolean; passkey: boolean }
type Props = { secondStep: SecondStep; onLoggedIn: () => Promise<void> | void; onStartAgain: () => void }

const NOT_USED = t`The passkey was not used. Try again, or use the authenticator app.`

/** The second half of a staff login: a code or a passkey, whichever the officer has. */
export function SecondFactor({ secondStep, onLoggedIn, onStartAgain }: Props) {
  const { errors, round, busy, errorAt, attempt } = useSecondFactor({
    fields: ['totp_code', 'passkey'],
    noPasskeyWords: NOT_USED,
    onLoggedIn,
  })
  const sendCode = (code: string) =>
    attempt(() =>
      call('POST /api/staff/login/totp/', { body: { ticket: secondStep.ticket, totp_code: code } }),
    )
  const usePasskey = () =>
    attempt(async () => {
      const options = await call('POST /api/staff/login/passkey/options/', {
        body: { ticket: secondStep.ticket },
      })
      const response = await signWithPasskey(options)
      await call('POST /api/staff/login/passkey/', {
        body: { ticket: secondStep.ticket, response },
      })
    })
  return (
    <>
      <h1 className="mb5">
        <Trans>One more step</Trans>
      </h1>
      {/* The error of a passkey is no link, because a passkey has no field to correct. */}
      <ErrorSummary
        errors={errors.map(({ field, sentence }) =>
          field === 'passkey' ? { sentence } : { field, sentence },
        )}
        round={round}
      />
      {secondStep.passkey && (
        <p className="mb5">
          <button
            className="btn btn-wide"
            id="passkey"
            type="button"
            aria-disabled={busy}
            onClick={usePasskey}
          >
            <Trans>Use your passkey</Trans>
          </button>
        </p>
      )}
      {secondStep.totp && (
        <CodeForm
          hint={t`Your authenticator app shows this code. It changes every half minute.`}
          error={errorAt('totp_code')}
          busy={busy}
          label={t`Log in`}
          onCode={sendCode}
        />
      )}
      <StartAgain onClick={onStartAgain} />
    </>
  )
}
