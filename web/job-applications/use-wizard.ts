import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Identity, type CompletedSteps, completedStepsOf } from '#contract/job-applications/rules.ts'
import type { Step } from '#contract/job-applications/words.ts'
import { nairobiDate } from '#contract/dates.ts'
import { serverNow } from '../session/session.ts'
import { type ApplicationSession, openApplicationSession } from './application-session.ts'
import type { ApplicationState } from './application-state.ts'
import type { Draft } from './draft.ts'
import { type FormContext, identityOf } from './form-context.ts'
import type { Opened } from './open-application.ts'
import { useSteps } from './use-steps.ts'

/** What the steps of the wizard receive. */
export type Wizard = ApplicationState & {
  /** Today's date in Nairobi, by the server's clock. */
  today: string
  identity: Identity
  /** For each of the four sections of the application, whether it is complete. */
  flags: CompletedSteps
  change: (next: (draft: Draft) => Draft) => void
  /** The step that is shown now. The draft also has a step, at which the form opens again. */
  step: Step
  go: ReturnType<typeof useSteps>['go']
  patchContext: (changes: Partial<FormContext>) => void
  session: ApplicationSession
  /** True if someone pressed Logout while the server lacked a part of the draft. */
  isLogoutHeldBack: boolean
  /** Called if the person stays logged in. It hides the note about the logout. */
  stay: () => void
}

/** The state of one application in this tab, saved on the device and on the server (W4). */
export function useWizard(opened: Opened, account: string): Wizard {
  const session = useMemo(() => openApplicationSession(opened, account), [opened, account])
  const [isLogoutHeldBack, setLogoutHeldBack] = useState(false)
  useEffect(() => session.start(() => setLogoutHeldBack(true)), [session])
  const state = useSyncExternalStore(session.subscribe, session.snapshot)
  const { step, go } = useSteps(state.context.applicationId, state.draft.step, state.is)
  useEffect(() => {
    if (session.snapshot().draft.step === step) return
    // Step 5 is the review. Once it was reached, the tabs of all steps can be pressed.
    session.change((draft) => ({ ...draft, step, reviewed: draft.reviewed || step === 5 }))
    // The session's state records a failed save, and the page shows it. So this ignores the error.
    void session.flush().catch(() => {})
  }, [session, step])
  const today = nairobiDate(new Date(serverNow()))
  const identity = identityOf(state.context.profile, state.draft)
  return {
    ...state,
    today,
    identity,
    flags: completedStepsOf(identity, state.draft.answers, state.context.job, today),
    change: session.change,
    step,
    go,
    patchContext: session.patch,
    session,
    isLogoutHeldBack,
    stay: () => setLogoutHeldBack(false),
  }
}
