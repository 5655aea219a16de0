import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { REGISTER_FALLBACK } from '#contract/accounts/words.ts'
import { clockTime, nairobiDate } from '#contract/dates.ts'
import { normaliseRegistration } from '#contract/accounts/registration-rules.ts'
import { call, firstOf } from '../api.ts'
import { callContext, isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { type InLine, inLineAfter } from '../line/in-line.ts'
import { loadChunk } from '../load-chunk.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Registered, RegistrationFailed } from './registered.tsx'
import { CheckPart } from './register-check.tsx'
import { PasswordPart, ReachPart, YouPart } from './register-parts.tsx'
import { FIELD_IDS, forgetRegistration, PARTS, partOf, useRegistration } from './registration-form.ts'
import type { Route } from './+types/register-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Create Your Account',
    description: 'A free account to apply for jobs: four short parts, about five minutes.',
    path: paths.register,
  })

// The 47 counties are loaded with the page, so that the first list needs no request of its own.
export const loader = async ({ context }: Route.LoaderArgs) => {
  const call = context.get(callContext)
  const [counties, site] = await Promise.all([call('GET /api/counties/'), call('GET /api/site/')])
  return {
    counties: counties.map(({ id, name }) => ({ id, name })),
    today: nairobiDate(new Date(site.server_time)),
  }
}
export const shouldRevalidate = () => false

const WaitingInLine = lazy(() =>
  loadChunk(() => import('../line/waiting.tsx')).then(({ WaitingInLine: it }) => ({ default: it })),
)

type Outcome = { kind: 'done'; message: string } | { kind: 'failed'; message: string }

// Only this page's content security policy allows a foreign captcha. A person who came from another page
// without a load still has that page's policy.
const needsLoad = (provider: string) => {
  const [entry] = performance.getEntriesByType('navigation')
  return provider !== 'altcha' && entry !== undefined && new URL(entry.name).pathname !== paths.register
}

export default function RegisterPage({ loaderData: { counties, today } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = Math.min(PARTS.length, Math.max(1, Number(search.get('part')) || 1))
  const registration = useRegistration(today)
  const [summary, setSummary] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState(false)
  const [captcha, setCaptcha] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  const [standing, setStanding] = useState<InLine>()
  const [turn, setTurn] = useState(false)
  const site = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  const here = PARTS[part - 1]

  useEffect(() => {
    if (site && needsLoad(site.captcha_provider)) location.reload()
  }, [site])

  // A new part starts at its top. The first part does not take the focus when the page opens.
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    // When the part was left, by Previous or the browser's Back, the links of its summary would lead nowhere.
    setSummary((kept) =>
      kept.some(({ field }) => PARTS[part - 1]?.fields.some((name) => FIELD_IDS[name] === field)) ? kept : [],
    )
    heading.current?.focus()
  }, [part])

  const goTo = (to: number) => navigate(to === 1 ? paths.register : `${paths.register}?part=${to}`)
  const tell = (found: (FieldError & { name: string })[]) => {
    registration.show(...found.map(({ name }) => name))
    setSummary(found)
    setRound(round + 1)
  }
  const next = async (event: FormEvent) => {
    event.preventDefault()
    const found = registration.faultsOf(part)
    if (found.length > 0) return tell(found)
    setSummary([])
    await goTo(part + 1)
  }
  const jumpTo = async (to: number) => {
    const found = registration.faultsOf(to)
    await goTo(to)
    tell(found)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create()
  }
  const create = async () => {
    if (busy || !captcha) return
    setTurn(false)
    const broken = [1, 2, 3].find((number) => registration.faultsOf(number).length > 0)
    if (broken) return jumpTo(broken)
    setBusy(true)
    const { confirm_password: _, ...answers } = registration.answers
    try {
      const { message } = await call('POST /api/register/', {
        body: normaliseRegistration({ ...answers, recaptchaToken: captcha }),
      })
      forgetRegistration()
      setOutcome({ kind: 'done', message })
    } catch (error) {
      const stands = inLineAfter(error, standing)
      setStanding(stands)
      // The server has not checked the captcha yet.
      if (stands) return setBusy(false)
      const refusal = isCallFailed(error) ? error.body : {}
      const heard = isCallFailed(error) && error.status > 0
      registration.refuse(
        Object.fromEntries(
          Object.entries(refusal).flatMap(([field, said]) =>
            partOf(field) > 0 && Array.isArray(said) ? [[field, said[0] ?? '']] : [],
          ),
        ),
      )
      const words = firstOf(refusal, ['email', 'non_field_errors', 'error', 'detail', 'message'])
      setOutcome({
        kind: 'failed',
        message: words ?? (heard ? REGISTER_FALLBACK.failed : REGISTER_FALLBACK.broke),
      })
    }
    // S1 §4: the captcha is reset after each attempt.
    setCaptcha(undefined)
    setAttempt(attempt + 1)
    setBusy(false)
  }
  // A captcha expires before the wait in line ends: when it is this person's turn, solve a new one, then send
  // the form.
  const takeTurn = () => {
    setCaptcha(undefined)
    setAttempt(attempt + 1)
    setTurn(true)
  }
  const createAtTurn = useEffectEvent(() => void create())
  useEffect(() => {
    if (turn && captcha) createAtTurn()
  }, [turn, captcha])
  const closeFailure = () => {
    setOutcome(undefined)
    const broken = [1, 2, 3].find((number) => registration.faultsOf(number).length > 0)
    if (broken) void jumpTo(broken)
  }

  if (outcome?.kind === 'done')
    return <Registered message={outcome.message} email={registration.answers.email} />
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <p className="folio">
            <span id="part-now">
              Part {part} of {PARTS.length}
            </span>
            {PARTS[part] && <span>Next: {PARTS[part].name}</span>}
            {/* This line is there before the first change, so that nothing moves under the finger. */}
            <span>
              Kept in this tab
              {part > 2
                ? ', but not your password'
                : registration.savedAt
                  ? ` ${clockTime(registration.savedAt)}`
                  : ' as you type'}
            </span>
          </p>
          <h1 ref={heading} tabIndex={-1} aria-describedby="part-now part-lead">
            Create Your Account
          </h1>
          <p className="lead mt2 mb5" id="part-lead">
            {here?.lead}
          </p>
          <ErrorSummary faults={summary} round={round} />
          <NeedsScript what="Creating an account" line />
          {standing && (
            <Suspense fallback={<p className="ghost" />}>
              <WaitingInLine standing={standing} onTurn={takeTurn} onLeave={() => setStanding(undefined)} />
            </Suspense>
          )}
          <form onSubmit={part === PARTS.length ? submit : next} noValidate method="dialog">
            {part === 1 && <YouPart registration={registration} today={today} />}
            {part === 2 && <ReachPart registration={registration} counties={counties} />}
            {part === 3 && <PasswordPart registration={registration} />}
            {part === 4 && (
              <CheckPart
                key={attempt}
                registration={registration}
                counties={counties}
                onEdit={goTo}
                onToken={setCaptcha}
              />
            )}
            <p className="row between mt6">
              {part > 1 ? (
                <button className="btn btn-2" type="button" onClick={() => void goTo(part - 1)}>
                  Previous
                </button>
              ) : (
                <span />
              )}
              {part < PARTS.length ? (
                <button className="btn" type="submit">
                  Next
                </button>
              ) : (
                <button
                  className="btn"
                  type="submit"
                  disabled={!captcha || standing !== undefined}
                  aria-disabled={busy}
                >
                  {busy ? 'Creating account...' : standing ? 'Waiting in line' : 'Create Account'}
                </button>
              )}
            </p>
            <p className="mt4 small">
              Have an account?{' '}
              <Link className="tap" to={paths.login}>
                Login
              </Link>
            </p>
          </form>
        </div>
        <aside className="beside drop desk">
          <h2 className="h-s">The four parts</h2>
          <ol className="parts">
            {PARTS.map(({ name }, index) => {
              const done = index + 1 < part && registration.faultsOf(index + 1).length === 0
              return (
                <li
                  key={name}
                  className={index + 1 === part ? 'here' : done ? 'done' : undefined}
                  aria-current={index + 1 === part ? 'step' : undefined}
                >
                  {index + 1 === part ? (
                    <Icon name="right" />
                  ) : done ? (
                    <Icon name="tick" />
                  ) : (
                    <span className="num">{index + 1}</span>
                  )}
                  <span>{name}</span>
                </li>
              )
            })}
          </ol>
        </aside>
      </div>
      {outcome?.kind === 'failed' && <RegistrationFailed message={outcome.message} onClose={closeFailure} />}
    </div>
  )
}
