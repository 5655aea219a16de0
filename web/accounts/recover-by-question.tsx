import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { LOGIN, RESET, SECURITY } from '#contract/accounts/words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { Field, TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { paths } from '../paths.ts'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'

export type Recovery = { email: string; onEmail: (email: string) => void; onDone: (sentence: string) => void }

/** S1 §4 Password reset by security question: the email, then the answer and a new password. */
export function ByQuestion({ email, onEmail, onDone }: Recovery) {
  const [question, setQuestion] = useState<string>()
  const [answer, setAnswer] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [notFound, setNotFound] = useState(false)
  const [prove, setProve] = useState(false)
  const [captcha, setCaptcha] = useState<string>()
  const [sent, setSent] = useState<string>()
  const [otp, setOtp] = useState('')
  const show = (...found: FieldError[]) => {
    setFaults(found)
    setRound(round + 1)
    setBusy(false)
  }
  useEffect(() => {
    if (sent) document.getElementById('question-otp')?.focus()
  }, [sent])
  const faultAt = (field: string) => faults.find((fault) => fault.field === field)?.sentence

  const lookUp = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setNotFound(false)
    if (!email.trim()) return show({ field: 'question-email', sentence: LOGIN.email })
    setBusy(true)
    setFaults([])
    try {
      const found = await call('POST /api/security/question/', {
        body: { email, ...(captcha ? { recaptchaToken: captcha } : {}) },
      })
      setQuestion(found.question)
      setProve(false)
      setCaptcha(undefined)
      setBusy(false)
    } catch (error) {
      if (!isCallFailed(error) || error.status === 0) return show({ sentence: SECURITY.network })
      setNotFound(error.status === 404)
      // A4: after a few tries the server first requires a captcha.
      if (error.body.recaptchaToken) {
        setCaptcha(undefined)
        setProve(true)
      }
      show({
        sentence:
          error.status === 404 ? SECURITY.notFound : (firstOf(error.body, ['error']) ?? SECURITY.notSet),
      })
    }
  }

  const reset = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const broken: [string, string | undefined][] = [
      ['answer', answer.trim() ? undefined : SECURITY.answer],
      ['new-password', resetPasswordError(password)],
      ['new-password-again', passwordsMatchError(password, again)],
    ]
    const found = broken.flatMap(([field, sentence]) => (sentence ? [{ field, sentence }] : []))
    if (found.length > 0) return show(...found)
    setBusy(true)
    setFaults([])
    try {
      const { message } = await call('POST /api/security/reset/', {
        body: {
          email,
          answer,
          new_password: password,
          ...(sent ? { otp } : {}),
          ...(captcha ? { recaptchaToken: captcha } : {}),
        },
      })
      onDone(message || RESET.updated)
    } catch (error) {
      if (!isCallFailed(error)) return show({ sentence: SECURITY.broke })
      if (error.status === 0) return show({ sentence: SECURITY.network })
      // T4: a captcha is valid for one try.
      setCaptcha(undefined)
      if (error.body.recaptchaToken) setProve(true)
      if (error.body.code === 'code_required') {
        // C3: the operator requires the emailed code as well as the answer. What was typed stays.
        setSent(firstOf(error.body, ['otp']) ?? RESET.codeToo)
        return sent ? show({ field: 'question-otp', sentence: RESET.codeToo }) : show()
      }
      if (error.body.code === 'wrong_code' || error.body.code === 'codes_closed')
        return show({ field: 'question-otp', sentence: firstOf(error.body, ['error']) ?? RESET.codeFailed })
      const field = error.body.new_password
        ? 'new-password'
        : error.body.code === 'wrong_answer'
          ? 'answer'
          : undefined
      show({ field, sentence: firstOf(error.body, ['error']) ?? SECURITY.resetFailed })
    }
  }

  if (question === undefined) {
    return (
      <form onSubmit={lookUp} noValidate method="dialog">
        <ErrorSummary
          faults={faults}
          round={round}
          title={faultAt('question-email') ? undefined : 'Please check the following'}
        />
        {notFound && (
          <p className="btn-row mb5">
            <Link className="btn btn-2" to={paths.register}>
              Create Account
            </Link>
            <Link className="btn btn-2" to={paths.login}>
              Go to Login
            </Link>
          </p>
        )}
        <TextField
          id="question-email"
          label="Email"
          hint="The address you registered with."
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onValue={onEmail}
          fault={faultAt('question-email')}
        />
        {prove && <Captcha key={round} id="question-captcha" own onToken={setCaptcha} />}
        <p className="mt5">
          <button className="btn btn-wide" type="submit" aria-disabled={busy} disabled={prove && !captcha}>
            {busy ? 'Checking email...' : 'Continue'}
          </button>
        </p>
      </form>
    )
  }
  return (
    <form onSubmit={reset} noValidate method="dialog">
      <ErrorSummary faults={faults} round={round} />
      {/* For password managers: the account of this new password. */}
      <input
        className="vh"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <Field id="question" label="Your question">
        {/* As high as the question is long: all of it must be readable. */}
        <span className="grow" data-text={question}>
          <textarea className="in" id="question" readOnly rows={1} value={question} />
        </span>
      </Field>
      <PasswordField
        id="answer"
        label="Answer"
        hint="Capital letters and extra spaces do not matter."
        autoComplete="off"
        value={answer}
        onValue={setAnswer}
        fault={faultAt('answer')}
      />
      {sent && (
        <>
          <p className="callout is-green mt5 mb5" role="status">
            {sent}
          </p>
          <CodeField
            id="question-otp"
            email={email}
            value={otp}
            onValue={setOtp}
            fault={faultAt('question-otp')}
          />
        </>
      )}
      <NewPassword
        password={password}
        onPassword={setPassword}
        again={again}
        onAgain={setAgain}
        faultAt={faultAt}
      />
      {prove && <Captcha key={`answer ${round}`} id="answer-captcha" own onToken={setCaptcha} />}
      <p className="mt5">
        <button className="btn btn-wide" type="submit" aria-disabled={busy} disabled={prove && !captcha}>
          {busy ? 'Updating...' : 'Update Password'}
        </button>
      </p>
    </form>
  )
}
