import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { SECURITY, SUGGESTED_QUESTIONS, securityErrors } from '#contract/accounts/words.ts'
import { SECURITY_QUESTION } from '#contract/accounts/limits.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { RadioGroup } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { SignedIn } from '../session/guard.tsx'
import { setupDone } from '../session/session.ts'
import type { Route } from './+types/security-setup-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Set Security Question', index: false })

const FIELDS = { security_question: 'security_question', security_answer: 'security_answer' } as const
const OWN = 'own_question'
const CHOICES = [
  ...SUGGESTED_QUESTIONS.map((suggested) => [suggested, suggested] as const),
  [OWN, 'My own question'] as const,
]

export default function SecuritySetupPage() {
  return (
    <SignedIn>
      <SecuritySetup />
    </SignedIn>
  )
}

function SecuritySetup() {
  const navigate = useNavigate()
  const [choice, setChoice] = useState('')
  const [own, setOwn] = useState('')
  const [answer, setAnswer] = useState('')
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const show = (found: FieldError[]) => {
    setFaults(found)
    setRound(round + 1)
  }
  // An error in the person's own question is shown at the field where it was typed.
  const placeOf = (field?: string) => (field === FIELDS.security_question && choice === OWN ? OWN : field)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const body = { security_question: choice === OWN ? own : choice, security_answer: answer }
    const broken = Object.entries(securityErrors(body))
    if (broken.length > 0)
      return show(broken.map(([field, sentence]) => ({ field: placeOf(field), sentence })))
    setBusy(true)
    setFaults([])
    try {
      await call('POST /api/security/set/', { body })
      setupDone()
      await navigate(paths.dashboard, { replace: true })
    } catch (error) {
      const refusal = isCallFailed(error) ? error.body : {}
      const field = Object.values(FIELDS).find((name) => refusal[name])
      show([
        {
          field: placeOf(field),
          sentence:
            (field && firstOf(refusal, [field])) ?? firstOf(refusal, ['message']) ?? SECURITY.saveFailed,
        },
      ])
      setBusy(false)
    }
  }
  const faultAt = (field: string) => faults.find((fault) => fault.field === field)?.sentence

  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>Set Security Question</h1>
          <p className="lead mt2 mb5">
            If you forget your password and cannot open your email, this question lets you back in.
          </p>
          <form onSubmit={submit} noValidate method="dialog">
            <ErrorSummary faults={faults} round={round} />
            <RadioGroup
              id={FIELDS.security_question}
              label="Question"
              hint="Choose one, or write your own."
              rows
              options={CHOICES}
              value={choice}
              onValue={setChoice}
              fault={faultAt(FIELDS.security_question)}
            />
            {choice === OWN && (
              <TextField
                id={OWN}
                label="Your question"
                autoComplete="off"
                maxLength={SECURITY_QUESTION.maxQuestionLength}
                value={own}
                onValue={setOwn}
                fault={faultAt(OWN)}
              />
            )}
            <PasswordField
              id={FIELDS.security_answer}
              label="Answer"
              hint="Capital letters and extra spaces do not matter."
              autoComplete="off"
              value={answer}
              onValue={setAnswer}
              fault={faultAt(FIELDS.security_answer)}
            />
            <p className="mt6">
              <button className="btn btn-wide" type="submit" aria-disabled={busy}>
                {busy ? 'Saving...' : 'Save and Continue'}
              </button>
            </p>
          </form>
        </div>
        <aside className="beside">
          <h2 className="h-s">A good answer</h2>
          <p className="small">
            You will still know it in five years. No one can find it on Facebook or learn it from a neighbour.
          </p>
          <p className="small quiet mt4">We store it in a form no one can read, not even our staff.</p>
        </aside>
      </div>
    </div>
  )
}
