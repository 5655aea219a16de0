import { dropDraft, putDraft } from '../session/device-drafts.ts'
import { currentSession, serverNow } from '../session/session.ts'
import { localCopyOf } from './application-machine.ts'
import type { ApplicationState, LocalCopy } from './application-state.ts'
import type { ApplicationStore } from './application-store.ts'
import { pendingFiles } from '../documents/use-upload.ts'

/** The key of the copy, beside the job. `account`: the email address. `tab`: the name of the tab. */
type Owner = { account: string; tab: string }

/**
 * The files to store. Only an application with a ticket needs them: the server has received the answers, and
 * the files must still follow.
 */
const filesToStore = ({ ticket, context }: ApplicationState): LocalCopy['files'] =>
  ticket &&
  Object.fromEntries(
    Object.entries(pendingFiles(context.applicationId)).map(([kind, { file }]) => [kind, file]),
  )

/**
 * The copy to store on this device, or undefined. After a session ends, only what the server lacks is stored.
 * After Logout, nothing is stored.
 */
function copyToStore(state: ApplicationState, { account, tab }: Owner) {
  const content: LocalCopy = { ...localCopyOf(state), files: filesToStore(state) }
  const { onServer } = content
  const session = currentSession()
  const mustNotStay = session.state === 'out' && (session.byLogout || onServer)
  if (state.is === 'sent' || mustNotStay) return undefined
  return { account, job: content.context.job.id, tab, at: serverNow(), onServer, content }
}

/** Writes the draft of one tab to this device, one write at a time. */
export function createDeviceCopy({ snapshot, dispatch }: ApplicationStore, owner: Owner) {
  let writeInProgress: Promise<void> | undefined
  let hasUnwrittenChange = false

  const write = async () => {
    do {
      hasUnwrittenChange = false
      const copy = copyToStore(snapshot(), owner)
      if (!copy) continue
      try {
        await putDraft(copy)
        dispatch({ type: 'stored', at: copy.at })
      } catch {
        // The page then no longer says that the draft is saved on this device.
        dispatch({ type: 'stored', at: undefined })
      }
    } while (hasUnwrittenChange)
    writeInProgress = undefined
  }

  return {
    /** Stores the draft. If it changes during a write, another write follows. */
    store: () => {
      hasUnwrittenChange = true
      writeInProgress ??= write()
      return writeInProgress
    },
    /** Stores the draft of a page that closes, without waiting for a write in progress. */
    storeNow: () => {
      const copy = hasUnwrittenChange ? copyToStore(snapshot(), owner) : undefined
      if (copy) void putDraft(copy).catch(() => {})
    },
    /** Deletes the copy. */
    forget: async () => {
      // Wait for the write in progress. Otherwise it would store the copy after it was deleted.
      await writeInProgress
      await dropDraft({ ...owner, job: snapshot().context.job.id })
    },
  }
}
