import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { Effect } from './application-state.ts'
import type { ApplicationStore } from './application-store.ts'
import { draftBody } from './draft.ts'
import type { FormContext } from './form-context.ts'

type Save = Extract<Effect, { do: 'save' }>

/**
 * Saves the draft. A conflict error always carries the server's `current` version: it is fetched if the
 * response lacks it.
 * @throws CallFailed
 */
async function callSave({ applicationId, job }: FormContext, { draft, version, leaving }: Save) {
  try {
    return await call('POST /api/job-applications/partial-save/', {
      body: { job_id: job.id, version, ...draftBody(draft) },
      keepalive: leaving,
    })
  } catch (error) {
    if (isCallFailed(error) && error.body.code === 'conflict' && !('current' in error.body))
      Object.assign(error.body, {
        current: await call('GET /api/job-applications/{id}/', {
          params: { id: applicationId },
          query: { draft: true },
        }),
      })
    throw error
  }
}

/** Saves the draft on the server, one save at a time. */
export function createDraftSaver({ snapshot, dispatch }: ApplicationStore) {
  /** The save in progress. The promise rejects if its call fails. */
  let saveInProgress: Promise<void> | undefined

  const send = async (effect: Save) => {
    const { draft, edition } = effect
    try {
      const { version, updated_at } = await callSave(snapshot().context, effect)
      saveInProgress = undefined
      dispatch({ type: 'saveAnswered', draft, edition, version, at: Date.parse(updated_at) })
    } catch (error) {
      saveInProgress = undefined
      // Any other error is a fault of the program, not of the call.
      if (!isCallFailed(error)) throw error
      dispatch({ type: 'saveFailed', error })
      throw error
    }
  }

  /** Whether a save met a draft of this tab. The state then has that version, so no one has to choose. */
  const isSettled = (error: unknown) =>
    isCallFailed(error) && error.body.code === 'conflict' && !snapshot().conflict

  return {
    save: (effect: Save) => {
      saveInProgress = send(effect)
      // `flush` awaits the same promise and passes its error to the caller. So this ignores the error.
      void saveInProgress.catch(() => {})
    },
    /** Saves at once what the server does not have yet. @throws CallFailed */
    flush: async ({ force = false, leaving = false } = {}): Promise<void> => {
      if (saveInProgress) {
        // A page that closes cannot wait for one save and then send another.
        if (leaving) return
        await saveInProgress.catch((error: unknown) => {
          if (!isSettled(error)) throw error
        })
      }
      // This event calls `save` if the server lacks a part of the draft.
      dispatch({ type: 'saveNow', force, leaving })
      await saveInProgress?.catch(async (error: unknown) => {
        if (!isSettled(error)) throw error
        dispatch({ type: 'saveNow', leaving })
        await saveInProgress
      })
    },
  }
}
