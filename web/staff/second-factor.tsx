import { type FormEvent, useState } from 'react'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { loadChunk } from '../load-chunk.ts'
import { faultsOf, useFaults } from './form-faults.ts'

/** What the right password, or an accepted invitation, was answered with. */
export type Next = { ticket: string; enrol: boolean; totp: boolean; passkey: boolean }
type Props = { next: Next; onIn: () => void; onStartAgain: () => void }

const passkeys = () => loadChunk(() => import('@simplewebauthn/browser'))
const NOT_MADE = 'The passkey was not used. Try again, or use the authenticator app.'

/** The second half of signing in: a code, or a passkey, whichever the officer has. */
export function SecondFactor({ next, onIn, onStartAgain }: Props) {
  const { faults, round, show, clear, at } = useFaults()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    clear()
    try {
      await work()
      onIn()
    } catch (error) {
      show(error instanceof DOMException || (error as Error).name === 'WebAuthnError' ? [{ sentence: NOT_MADE }] : faultsOf(error, ['code', 'passkey']))
      setBusy(false)
    }
  }
  const byCode = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => call('POST /api/staff/login/totp/', { body: { ticket: next.ticket, code } }))
  }
  const byPasskey = () =>
    void attempt(async () => {
      const { startAuthentication } = await passkeys()
      const options = await call('POST /api/staff/login/passkey/options/', { body: { ticket: next.ticket } })
      const response = await startAuthentication({ optionsJSON: options as never })
      await call('POST /api/staff/login/passkey/', { body: { ticket: next.ticket, response: { ...response } } })
    })
  return (
    <>
      <h1 className="mb5">One more step</h1>
      <ErrorSummary faults={faults.map(({ field, sentence }) => (field === 'passkey' ? { sentence } : { field, sentence }))} round={round} />
      {next.passkey && (
        <p className="mb5">
          <button className="btn btn-wide" id="passkey" type="button" aria-disabled={busy} onClick={byPasskey}>
            Use your passkey
          </button>
        </p>
      )}
      {next.totp && (
        <form onSubmit={byCode} noValidate method="dialog">
          <TextField
            id="code"
            label="Code of 6 digits"
            hint="From your authenticator app. A new one comes every half minute."
            className="in code num"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onValue={setCode}
            fault={at('code')}
          />
          <p className="mt4">
            <button className="btn btn-wide" type="submit" aria-disabled={busy}>
              {busy ? 'Checking...' : 'Log in'}
            </button>
          </p>
        </form>
      )}
      <p className="mt4">
        <button className="link" type="button" onClick={onStartAgain}>
          Start again
        </button>
      </p>
    </>
  )
}
