import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { call } from '../api.ts'
import { dropDraft } from '../session/device-drafts.ts'
import { registerUnsent } from '../session/unsent.ts'
import { localCopyOf, stateFrom } from './application-machine.ts'
import type { Effect } from './application-state.ts'
import { type ApplicationStore, createApplicationStore } from './application-store.ts'
import { createDeviceCopy } from './device-copy.ts'
import { whenSettled } from '../documents/document-upload.ts'
import type { Draft } from './draft.ts'
import { createDraftSaver } from './draft-saver.ts'
import { isSaved } from './draft-sync.ts'
import { type FormContext, profileChange, profileOf } from './form-context.ts'
import type { Opened } from './open-application.ts'
import { onPageEvents } from './page-events.ts'
import type { Choice, Section } from './sections.ts'
import { isUnderway } from './states.ts'
import { submitApplication, uploadUnderTicket } from './submit-application.ts'
import { resumeUpload } from '../documents/use-upload.ts'

type Parts = {
  store: ApplicationStore
  device: ReturnType<typeof createDeviceCopy>
  saver: ReturnType<typeof createDraftSaver>
  timer: ReturnType<typeof createTimer>
}

/** One application in one tab: its state, its calls to the server and its copy on this device. */
export function openApplicationSession(opened: Opened, account: string) {
  // `parts` is declared below. The store performs no effect before that, because nothing is dispatched yet.
  const store = createApplicationStore(stateFrom(opened.copy), (effect) => perform(effect, parts))
  const saver = createDraftSaver(store)
  const parts: Parts = {
    store,
    saver,
    device: createDeviceCopy(store, { account, tab: opened.tab }),
    timer: createTimer(() => store.dispatch({ type: 'timeUp' })),
  }
  const { snapshot, subscribe, dispatch } = store
  const patch = (context: Partial<FormContext>) => dispatch({ type: 'patched', context })
  return {
    snapshot,
    subscribe,
    /** Changes the draft. If `next` returns the same object, nothing has changed. */
    change: (next: (draft: Draft) => Draft) => {
      const { draft } = snapshot()
      const changed = next(draft)
      if (changed !== draft) dispatch({ type: 'typed', draft: changed })
    },
    patch,
    choose: (choices: Partial<Record<Section, Choice>>) => dispatch({ type: 'chosen', choices }),
    recordFileChange: (version: number) => dispatch({ type: 'fileChanged', version }),
    submit: () => dispatch({ type: 'confirmed' }),
    /** Stops sending the application, so that the draft can be edited again. */
    holdBack: () => dispatch({ type: 'heldBack' }),
    leaveOutFiles: () => dispatch({ type: 'leftOut' }),
    flush: saver.flush,
    /** Saves typed personal details to the profile where the profile has none (W12). @throws CallFailed */
    saveProfile: async () => {
      const { context, draft } = snapshot()
      const body = profileChange(context.profile, draft)
      if (Object.keys(body).length > 0)
        patch({ profile: profileOf(await call('PATCH /api/user/profile/', { body })) })
    },
    start: (onLogoutHeldBack: () => void) => start(opened, parts, onLogoutHeldBack),
  }
}
export type ApplicationSession = ReturnType<typeof openApplicationSession>

/** The session's one timer: a new wait cancels the earlier one. It runs only while the session runs. */
function createTimer(onTimeUp: () => void) {
  let timeout: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  const cancel = () => clearTimeout(timeout)
  return {
    start: () => void (isRunning = true),
    wait: (ms: number) => {
      cancel()
      if (isRunning) timeout = setTimeout(onTimeUp, ms)
    },
    cancel,
    stop: () => {
      isRunning = false
      cancel()
    },
  }
}

function perform(effect: Effect, { store, device, saver, timer }: Parts) {
  switch (effect.do) {
    case 'store':
      return void device.store()
    case 'save':
      return saver.save(effect)
    case 'submit':
      return void submitApplication(store)
    case 'wait':
      return timer.wait(effect.ms)
    case 'stopWaiting':
      return timer.cancel()
    case 'forget':
      return void device.forget()
  }
}

/**
 * Runs when the page is shown or the network is back. Saves the draft if the server lacks a part of it; a
 * conflict then shows the other version. If the server has all of it, reads the server's version.
 */
async function refresh({ store: { snapshot, dispatch }, saver }: Parts) {
  const state = snapshot()
  if (isUnderway(state.is)) return dispatch({ type: 'tryAgain' })
  if (!isSaved(state)) return saver.flush()
  const current = await call('GET /api/job-applications/{id}/', {
    params: { id: state.context.applicationId },
    query: { draft: true },
  })
  dispatch({ type: 'read', current })
}

/**
 * Offers the unsaved drafts of closed tabs, one at a time. Each stays on the device until the person has
 * chosen, or until it proves to be the same.
 */
function offerOtherVersions({ others }: Opened, { snapshot, dispatch }: ApplicationStore) {
  const waiting = [...others]
  let offered: (typeof others)[number] | undefined
  return () => {
    const canOffer = () => {
      const state = snapshot()
      return !state.conflict && !isUnderway(state.is) && state.is !== 'sent'
    }
    while (canOffer()) {
      // Without a conflict, the person has chosen already, or the offered draft was the same.
      if (offered) void dropDraft(offered)
      offered = waiting.shift()
      if (!offered) return
      dispatch({ type: 'readOnDevice', theirs: offered.content.draft })
    }
  }
}

/** Continues the uploads of files that the ticket names, also those that a reload interrupted. */
function resumeUploads({ copy }: Opened, { snapshot, dispatch }: ApplicationStore) {
  const { applicationId } = snapshot().context
  uploadUnderTicket(snapshot())
  for (const kind of DOCUMENT_KINDS) {
    const file = copy.files?.[kind]
    if (file) resumeUpload(applicationId, kind, file)
  }
  // A file has arrived, or can never arrive. The submit may have waited for that.
  return whenSettled((id) => {
    if (id === applicationId && isUnderway(snapshot().is)) dispatch({ type: 'tryAgain' })
  })
}

/**
 * Runs the session: it saves when a field loses the focus, when the page is hidden or closes, and when the
 * network is back. It shows what was written elsewhere. Returns a function that stops the session.
 */
function start(opened: Opened, parts: Parts, onLogoutHeldBack: () => void) {
  const { store, device, saver, timer } = parts
  const { snapshot, subscribe, dispatch } = store
  // The state records each failed save, and the page shows the failure. So the error itself is ignored.
  const ignoreFailure = (work: Promise<void>) => void work.catch(() => {})
  const saveBeforeClosing = () => {
    device.storeNow()
    ignoreFailure(saver.flush({ leaving: true }))
  }
  // An error stops the logout, and the person decides whether to stay logged in.
  const saveBeforeLogout = async () => {
    await saver.flush()
    await device.store()
    if (!localCopyOf(snapshot()).onServer && snapshot().is !== 'sent')
      throw new Error('not all of it is on the server')
  }

  timer.start()
  const stopFollowingUploads = resumeUploads(opened, store)
  dispatch({ type: 'pageOpened', current: opened.current, now: Date.now() })
  const offerNext = offerOtherVersions(opened, store)
  offerNext()
  const stopOffering = subscribe(offerNext)
  const allowLogout = registerUnsent({ send: saveBeforeLogout, onLogoutHeldBack })
  const stopPageEvents = onPageEvents({
    hidden: () => ignoreFailure(saver.flush({ leaving: true })),
    shown: () => ignoreFailure(refresh(parts)),
    blurred: () => device.storeNow(),
    closing: saveBeforeClosing,
    online: () => ignoreFailure(refresh(parts)),
  })
  return () => {
    stopPageEvents()
    stopOffering()
    stopFollowingUploads()
    allowLogout()
    saveBeforeClosing()
    timer.stop()
  }
}
