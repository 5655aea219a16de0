import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call } from '../api.ts'
import { loadChunk } from '../load-chunk.ts'
import { isCallFailed } from '../call.ts'
import { useHydrated } from '../form/use-hydrated.ts'
import { useSending } from '../form/use-sending.ts'
import { type LineWait, lineWaitAfter } from '../line/line-wait.ts'
import { paths } from '../paths.ts'
import { chosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { takeDeepLink } from '../session/guard.tsx'
import { logIn } from '../session/session.ts'
import { loginFailure } from './login-failure.ts'
import { useCaptcha } from './use-captcha.ts'

type LoginReply = Reply<'POST /api/login/'>
/** `state`: a sentence for the next page to show, and the job that it is about. */
type NextPage = { to: string; state?: { message: string; job: number } }

/**
 * The page to open after the login (S1 §4): a missing security question comes first, then the chosen job. A
 * deep link, to the page that sent the person here, comes after both (A20). The last choice is the dashboard.
 */
async function pageAfterLogin(requireSetup: boolean): Promise<NextPage> {
  // The deep link is deleted in any case, so that the next person at this browser does not get it.
  const deepLink = takeDeepLink()
  if (requireSetup) return { to: paths.securitySetup }
  const job = chosenJob()
  if (!job) return { to: deepLink ?? paths.dashboard }
  try {
    const { is_completed } = await call('GET /api/job-applications/check/{id}/', { params: { id: job.id } })
    if (!is_completed) return { to: paths.apply(job.id) }
    clearChosenJob()
    return { to: paths.dashboard, state: { message: JOB_WORDS.alreadySubmitted, job: job.id } }
  } catch {
    return { to: paths.dashboard }
  }
}

/** The typed email address, and the function that changes it. */
function useEmailState() {
  // The page before may have put the email address into this entry of the tab's history. After the login,
  // the next page replaces the entry, because another person may use this device next.
  const state: { email?: string } | null = useLocation().state
  // A person who has just registered or verified need not type their address again. The first render already
  // shows it. If it came later, it would mix with what the person types.
  const isHydrated = useHydrated()
  const [email, setEmail] = useState(isHydrated ? (state?.email ?? '') : '')
  useEffect(() => {
    // After a reload, the page from the server has an empty email field. What was typed before hydration
    // stays.
    setEmail((typed) => typed || (state?.email ?? ''))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [])
  return [email, setEmail] as const
}

/**
 * The state of the login form: what is typed, the call, the captcha (T3) and the wait in line.
 * Long: both ways to log in share the form's errors and the wait in line.
 */
export function useLogin() {
  const navigate = useNavigate()
  const [email, setEmail] = useEmailState()
  const [password, setPassword] = useState('')
  const [isUnverified, setIsUnverified] = useState(false)
  const [lineWait, setLineWait] = useState<LineWait>()
  // How the person last tried to log in, by password or passkey. After the wait in line, it is tried again.
  const [isByPasskey, setIsByPasskey] = useState(false)
  const captcha = useCaptcha()
  const errorsFrom = (error: unknown) => {
    // The wait in line that the server asks for; undefined if the error has another cause.
    const newWait = lineWaitAfter(error, lineWait)
    setLineWait(newWait)
    if (newWait) return undefined
    const refusal = isCallFailed(error) && error.status > 0 ? error.body : undefined
    setIsUnverified(refusal?.code === 'not_verified')
    // If someone may be guessing passwords, the server requires a captcha (T3).
    captcha.afterRefusal(refusal ?? {})
    return [{ sentence: loginFailure(refusal) }]
  }
  const form = useSending(errorsFrom)
  const openNextPage = async (reply: LoginReply) => {
    logIn(reply)
    const { to, state } = await pageAfterLogin(reply.require_security_setup)
    await navigate(to, { replace: true, state })
  }
  const send = () => {
    if (form.busy) return
    const missingErrors = [
      ...(email.trim() ? [] : [{ field: 'email', sentence: LOGIN.email }]),
      ...(password ? [] : [{ field: 'password', sentence: LOGIN.password }]),
    ]
    if (missingErrors.length > 0) {
      // If the person's turn in the line has come, they fill the field and log in by hand.
      setLineWait(undefined)
      return form.show(missingErrors)
    }
    setIsUnverified(false)
    setIsByPasskey(false)
    void form.send(async () =>
      openNextPage(await call('POST /api/login/', { body: { email, password, ...captcha.bodyPart } })),
    )
  }
  const sendPasskey = () => {
    if (form.busy) return
    setIsUnverified(false)
    setIsByPasskey(true)
    void form.send(async () => {
      const passkeys = await loadChunk(() => import('./passkey-login.ts'))
      try {
        await openNextPage(await passkeys.logInByPasskey())
      } catch (error) {
        const sentence = passkeys.noPasskeySentence(error)
        if (!sentence) throw error
        setLineWait(undefined)
        form.show([{ sentence }])
      }
    })
  }
  const leaveLine = () => setLineWait(undefined)
  return {
    ...form,
    email,
    setEmail,
    password,
    setPassword,
    isUnverified,
    captcha,
    lineWait,
    leaveLine,
    send,
    sendPasskey,
    sendAgain: isByPasskey ? sendPasskey : send,
  }
}
export type Login = ReturnType<typeof useLogin>
