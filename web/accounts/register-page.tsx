import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { lazy, Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { clockTime, nairobiDate } from '#contract/dates.ts'
import { PLAIN_REGISTRATION_PATH } from '#contract/accounts/plain-registration.ts'
import { callContext } from '../call.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { LineLink, NeedsScript } from '../form/needs-script.tsx'
import { useSite } from '../layout/public-layout.tsx'
import { loadChunk } from '../load-chunk.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Registered, RegistrationFailed } from './registered.tsx'
import { CheckPart } from './register-check.tsx'
import { PasswordPart, ReachPart, YouPart } from './register-parts.tsx'
import { PARTS } from './registration-fields.ts'
import { type CreateAccount, useCreateAccount } from './use-create-account.ts'
import { type RegistrationParts, useRegistrationParts } from './use-registration-parts.ts'
import type { Route } from './+types/register-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Create Your Account`,
    description: t`Create a free account to apply for jobs. It has four short parts and takes about five minutes.`,
    path: paths.register,
  })

// The 47 counties are loaded with the page, so that the first list needs no request of its own. If they do
// not load, the browser asks again, or reads the file with the counties (J10).
export const loader = async ({ context }: Route.LoaderArgs) => {
  const call = context.get(callContext)
  const [counties, site] = await Promise.all([
    call('GET /api/counties/').catch(() => undefined),
    call('GET /api/site/'),
  ])
  return {
    counties: counties?.map(({ id, name }) => ({ id, name })),
    today: nairobiDate(new Date(site.server_time)),
  }
}
export const shouldRevalidate = () => false

const WaitingInLine = lazy(() =>
  loadChunk(() => import('../line/waiting.tsx')).then((module) => ({ default: module.WaitingInLine })),
)

// Whether this page must load again. Only its own content security policy allows the captcha of another
// company. A link within the site keeps the policy of the page that the browser loaded first.
const needsReload = (provider: string) => {
  const isOwnCaptcha = provider === 'altcha'
  const [navigationEntry] = performance.getEntriesByType('navigation')
  if (isOwnCaptcha || navigationEntry === undefined) return false
  const addressOfFirstPage = new URL(navigationEntry.name)
  // The server answers `/register/` with this page and its policy too.
  return addressOfFirstPage.pathname.replace(/\/+$/, '') !== pagePath(paths.register)
}

/** Loads the page again if the operator's captcha needs the content security policy of this page. */
function useReloadForCaptchaPolicy() {
  const site = useSite()
  useEffect(() => {
    if (site && needsReload(site.captcha_provider)) location.reload()
  }, [site])
}

/** The registration in four parts, then the dialog that tells the person to open the emailed link. */
export default function RegisterPage({ loaderData: { counties, today } }: Route.ComponentProps) {
  const form = useRegistrationParts(today)
  const account = useCreateAccount(form)
  useReloadForCaptchaPolicy()
  const { partNumber, registration } = form
  if (account.createdMessage !== undefined)
    return <Registered message={account.createdMessage} email={registration.answers.email} />
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <Heading form={form} />
          <ErrorSummary errors={form.errors} round={form.round} />
          <WithoutScript />
          {account.lineWait && (
            <Suspense fallback={<p className="ghost" />}>
              <WaitingInLine wait={account.lineWait} onTurn={account.takeTurn} onLeave={account.leaveLine} />
            </Suspense>
          )}
          <form
            onSubmit={partNumber === PARTS.length ? account.submit : form.goToNextPart}
            noValidate
            method="dialog"
            className="needs-js"
          >
            {partNumber === 1 && <YouPart registration={registration} today={today} />}
            {partNumber === 2 && <ReachPart registration={registration} counties={counties} />}
            {partNumber === 3 && <PasswordPart registration={registration} />}
            {partNumber === 4 && (
              <CheckPart
                registration={registration}
                counties={counties}
                attempt={account.attempt}
                onEdit={form.goToPart}
                onToken={account.setCaptchaToken}
              />
            )}
            <PartButtons form={form} account={account} />
            <p className="mt4 small">
              <Trans>
                Have an account?{' '}
                <Link className="tap" to={paths.login}>
                  Login
                </Link>
              </Trans>
            </p>
          </form>
        </div>
        <PartList form={form} />
      </div>
      {account.failureMessage !== undefined && (
        <RegistrationFailed message={account.failureMessage} onClose={account.closeFailure} />
      )}
    </div>
  )
}

/** Leads to the registration form that works without script. The captcha of another company needs script. */
function WithoutScript() {
  if (useSite()?.captcha_provider !== 'altcha') return <NeedsScript what={t`Creating an account`} />
  return (
    <noscript>
      <p className="callout is-amber mt5 mb5">
        <Trans>
          JavaScript is switched off in this browser. You can{' '}
          <a href={pagePath(PLAIN_REGISTRATION_PATH)}>create your account without it</a>.
        </Trans>
      </p>
      <LineLink />
    </noscript>
  )
}

const PASSWORD_PART = 3
/** Whether the answers are stored. From the part with the password on, it says that the password is not. */
const savedText = (partNumber: number, savedAt: Date | undefined) => {
  if (partNumber >= PASSWORD_PART) return t`Kept in this tab, but not your password`
  if (!savedAt) return t`Kept in this tab as you type`
  const time = translate(clockTime(savedAt))
  return t`Kept in this tab ${time}`
}

function Heading({ form: { partNumber, registration, heading } }: { form: RegistrationParts }) {
  const partCount = PARTS.length
  // The part after the shown one, because parts are numbered from 1.
  const nextPart = PARTS[partNumber]?.name
  return (
    <>
      <p className="folio needs-js">
        <span id="part-now">
          <Trans>
            Part {partNumber} of {partCount}
          </Trans>
        </span>
        {nextPart && (
          <span>
            <Trans>Next: {nextPart}</Trans>
          </span>
        )}
        {/* The page holds this text from the start, so nothing moves at the first change. */}
        <span>{savedText(partNumber, registration.savedAt)}</span>
      </p>
      <h1 ref={heading} tabIndex={-1} aria-describedby="part-now part-lead">
        <Trans>Create Your Account</Trans>
      </h1>
      <p className="lead mt2 mb5 needs-js" id="part-lead">
        {PARTS[partNumber - 1]?.lead}
      </p>
    </>
  )
}

const PartButtons = ({
  form: { partNumber, goToPart },
  account: { captchaToken, lineWait, busy },
}: {
  form: RegistrationParts
  account: CreateAccount
}) => (
  <p className="row between mt6">
    {partNumber > 1 ? (
      <button className="btn btn-2" type="button" onClick={() => void goToPart(partNumber - 1)}>
        <Trans>Previous</Trans>
      </button>
    ) : (
      <span />
    )}
    {partNumber < PARTS.length ? (
      <button className="btn" type="submit">
        <Trans>Next</Trans>
      </button>
    ) : (
      <button
        className="btn"
        type="submit"
        disabled={!captchaToken || lineWait !== undefined}
        aria-disabled={busy}
      >
        {busy ? t`Creating account...` : lineWait ? t`Waiting in line` : t`Create Account`}
      </button>
    )}
  </p>
)

const PartList = ({ form: { partNumber, registration } }: { form: RegistrationParts }) => (
  <aside className="margin-note drop wide-block needs-js">
    <h2 className="heading-small">
      <Trans>The four parts</Trans>
    </h2>
    <ol className="parts">
      {PARTS.map(({ name }, index) => {
        const number = index + 1
        if (number === partNumber)
          return (
            <li key={name} className="here" aria-current="step">
              <Icon name="right" />
              <span>{name}</span>
            </li>
          )
        const isDone = number < partNumber && registration.errorsOfPart(number).length === 0
        return (
          <li key={name} className={isDone ? 'done' : undefined}>
            {isDone ? <Icon name="tick" /> : <span className="num">{number}</span>}
            <span>{name}</span>
          </li>
        )
      })}
    </ol>
  </aside>
)
