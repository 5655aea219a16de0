import type { DocumentKind } from '#contract/documents/documents.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { clearChosenJob } from '../session/chosen-job.ts'
import { dropDraft, putDraft } from '../session/device-drafts.ts'
import { beforeLeaving, currentSession, serverNow } from '../session/session.ts'
import { localCopyOf, stateFrom, step } from './application-machine.ts'
import type { ApplicationState, Effect, Event, LocalCopy } from './application-state.ts'
import { type Draft, sentDraft } from './draft.ts'
import { isSaved } from './draft-sync.ts'
import { type FormContext, profileChange, profileOf } from './form-context.ts'
import { lostFiles } from './lost-files.ts'
import type { Opened } from './open-application.ts'
import { sendApplication, uploadHeaders } from '../sending/send-application.ts'
import type { Choice, Section } from './sections.ts'
import { isUnderway } from './states.ts'
import { submissionBody } from './submission.ts'
import { pendingFiles, resumeUpload, uploadUnder, whenSettled } from './use-upload.ts'

type Saving = Extract<Effect, { do: 'save' }>

/**
 * Saves the draft. A conflict error always carries the server's `current` version: it is fetched if the
 * response lacks it.
 * @throws CallFailed
 */
async function save({ applicationId, job }: FormContext, { draft, version, leaving }: Saving) {
  try {
    return await call('POST /api/job-applications/partial-save/', {
      body: { job_id: job.id, version, ...sentDraft(draft) },
      keepalive: leaving,
    })
  } catch (error) {
    if (isCallFailed(error) && error.body.code === 'conflict' && !('current' in error.body))
      Object.assign(error.body, {
        current: await call('GET /api/job-applications/{id}/', { params: { id: applicationId } }),
      })
    throw error
  }
}

/**
 * One application in one tab: holds its state and runs the effects: calls, the copy on this device, the
 * timer.
 */
export function openApplicationSession(opened: Opened, account: string) {
  const { tab } = opened
  let state: ApplicationState = stateFrom(opened.copy)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  /** The save in progress. It rejects when its call fails. */
  let flight: Promise<void> | undefined
  let writing: Promise<void> | undefined
  let changedSince = false
  const listeners = new Set<() => void>()

  const dispatch = (event: Event) => {
    const next = step(state, event)
    state = next.state
    for (const effect of next.effects) perform(effect)
    for (const listener of listeners) listener()
  }

  /**
   * The copy to store on this device, or undefined. After a session ends, only what the server lacks stays;
   * after Logout, nothing.
   */
  const toKeep = () => {
    const session = currentSession()
    const files = state.ticket
      ? Object.fromEntries(
          Object.entries(pendingFiles(state.context.applicationId)).map(([kind, { file }]) => [kind, file]),
        )
      : undefined
    const content: LocalCopy = { ...localCopyOf(state), files }
    if (state.is === 'sent' || (session.state === 'out' && (session.left || content.onServer)))
      return undefined
    return { account, job: content.context.job.id, tab, at: serverNow(), onServer: content.onServer, content }
  }
  const write = async () => {
    do {
      changedSince = false
      const copy = toKeep()
      if (!copy) continue
      try {
        await putDraft(copy)
        dispatch({ type: 'stored', at: copy.at })
      } catch {
        dispatch({ type: 'stored', at: undefined })
      }
    } while (changedSince)
    writing = undefined
  }
  /** The page closes: there is no time to wait for the write in progress. */
  const writeLast = () => {
    const copy = changedSince ? toKeep() : undefined
    if (copy) void putDraft(copy).catch(() => {})
  }
  const store = () => {
    changedSince = true
    writing ??= write()
    return writing
  }

  const sendDraft = async (effect: Saving) => {
    try {
      const { version, updated_at } = await save(state.context, effect)
      flight = undefined
      dispatch({
        type: 'saveAnswered',
        draft: effect.draft,
        edition: effect.edition,
        version,
        at: Date.parse(updated_at),
      })
    } catch (error) {
      flight = undefined
      if (!isCallFailed(error)) throw error
      dispatch({ type: 'saveFailed', error })
      throw error
    }
  }

  /** Uploads the files that have not arrived, under the ticket of the application. */
  const followTicket = () => {
    const { ticket, context } = state
    if (ticket) uploadUnder(context.applicationId, () => uploadHeaders(ticket))
  }

  const submit = async () => {
    const { ticket, context } = state
    const { applicationId } = context
    const pending = Object.entries(pendingFiles(applicationId)).flatMap(([kind, { sha256 }]) =>
      sha256 ? [[kind, sha256]] : [],
    )
    const body =
      ticket?.body ?? JSON.stringify(submissionBody(state, serverNow(), Object.fromEntries(pending)))
    try {
      const reply = await sendApplication({ applicationId, body, ticket })
      clearChosenJob()
      dispatch({ type: 'answered', sent: { reference: reply.reference_number, receipt: reply.receipt } })
    } catch (error) {
      if (!isCallFailed(error)) throw error
      const lost = await lostFiles(error, context, ticket?.refused)
      dispatch({ type: 'failed', error, body, now: Date.now(), lost })
      if (!ticket) followTicket()
    }
  }

  const forget = async () => {
    // Wait for the write in progress: it would store the copy again.
    await writing
    await dropDraft({ account, job: state.context.job.id, tab })
  }

  const perform = (effect: Effect) => {
    switch (effect.do) {
      case 'store':
        return void store()
      case 'save':
        flight = sendDraft(effect)
        // `flush` awaits `flight` and passes the error on.
        return void flight.catch(() => {})
      case 'submit':
        return void submit()
      case 'wait':
        clearTimeout(timer)
        if (running) timer = setTimeout(() => dispatch({ type: 'timeUp' }), effect.ms)
        return undefined
      case 'stopWaiting':
        return clearTimeout(timer)
      case 'forget':
        return void forget()
    }
  }

  /** Saves at once what the server does not have yet. @throws CallFailed */
  const flush = async ({ asked = false, leaving = false } = {}): Promise<void> => {
    if (flight) {
      if (leaving) return
      await flight
    }
    dispatch({ type: 'saveNow', asked, leaving })
    await flight
  }

  /** Reads what was written elsewhere, once the server has what was written here. */
  const refresh = async () => {
    if (isUnderway(state.is)) return dispatch({ type: 'online' })
    if (!isSaved(state)) return flush()
    dispatch({
      type: 'read',
      current: await call('GET /api/job-applications/{id}/', { params: { id: state.context.applicationId } }),
    })
  }

  const session = {
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (next: (draft: Draft) => Draft) => {
      const draft = next(state.draft)
      if (draft !== state.draft) dispatch({ type: 'typed', draft })
    },
    patch: (context: Partial<FormContext>) => dispatch({ type: 'patched', context }),
    choose: (choices: Partial<Record<Section, Choice>>) => dispatch({ type: 'chosen', choices }),
    fileCounted: (version: number) => dispatch({ type: 'fileCounted', version }),
    submit: () => dispatch({ type: 'confirmed' }),
    holdBack: () => dispatch({ type: 'heldBack' }),
    leaveOut: () => dispatch({ type: 'leftOut' }),
    flush,
    /** W12: saves to the profile what was typed where the profile is empty. @throws CallFailed */
    saveProfile: async () => {
      const body = profileChange(state.context.profile, state.draft)
      if (Object.keys(body).length > 0)
        session.patch({ profile: profileOf(await call('PATCH /api/user/profile/', { body })) })
    },
    /**
     * Saves on blur, when the page is hidden or closes, or the network is back. Shows what was written
     * elsewhere. Returns how to stop.
     */
    start: (heldBack: () => void) => {
      const others = [...opened.others]
      let shown: (typeof others)[number] | undefined
      // One at a time. Each copy stays on the device until the person has chosen, or the copy is known to be
      // the same.
      const showOthers = () => {
        while (!state.conflict && !isUnderway(state.is) && state.is !== 'sent') {
          if (shown) void dropDraft(shown)
          shown = others.shift()
          if (!shown) return
          dispatch({ type: 'readOnDevice', theirs: shown.content.draft })
        }
      }
      const quietly = (work: Promise<void>) => void work.catch(() => {})
      const seen = () => quietly(document.visibilityState === 'hidden' ? flush({ leaving: true }) : refresh())
      const blurred = () => quietly(flush())
      const leave = () => {
        writeLast()
        quietly(flush({ leaving: true }))
      }
      const back = () => quietly(refresh())
      const send = async () => {
        await flush()
        await store()
        if (!localCopyOf(state).onServer && state.is !== 'sent')
          throw new Error('not all of it is on the server')
      }

      running = true
      followTicket()
      for (const [kind, file] of Object.entries(opened.copy.files ?? {}))
        resumeUpload(state.context.applicationId, kind as DocumentKind, file)
      // The submit may wait for a file that has now arrived, or that can never arrive.
      const stopHearing = whenSettled(
        (id) => id === state.context.applicationId && isUnderway(state.is) && dispatch({ type: 'online' }),
      )
      dispatch({ type: 'started', current: opened.current, now: Date.now() })
      showOthers()
      listeners.add(showOthers)
      const stopWaiting = beforeLeaving({ send, heldBack })
      document.addEventListener('visibilitychange', seen)
      document.addEventListener('focusout', blurred)
      addEventListener('pagehide', leave)
      addEventListener('online', back)
      return () => {
        document.removeEventListener('visibilitychange', seen)
        document.removeEventListener('focusout', blurred)
        removeEventListener('pagehide', leave)
        removeEventListener('online', back)
        listeners.delete(showOthers)
        stopHearing()
        stopWaiting()
        leave()
        running = false
        clearTimeout(timer)
      }
    },
  }
  return session
}
export type ApplicationSession = ReturnType<typeof openApplicationSession>
