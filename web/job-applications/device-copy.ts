import { dropDraft, putDraft } from '../session/device-drafts.ts'
import { currentSession, serverNow } from '../session/session.ts'
import { localCopyOf } from './application-machine.ts'
import type { ApplicationState, LocalCopy } from './application-state.ts'
import type { ApplicationStore } from './application-store.ts'
import { pendingFiles } from './use-upload.ts'

type Owner = { account: string; tab: string }

/** Only an application that the server has received needs its files on the device: they must follow it. */
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
        dispatch({ type: 'stored', at: undefined })
      }
    } while (hasUnwrittenChange)
    writeInProgress = undefined
  }

  return {
    /** A change during a write is written after it. */
    store: () => {
      hasUnwrittenChange = true
      writeInProgress ??= write()
      return writeInProgress
    },
    /** For a page that closes: there is no time to wait for the write in progress. */
    storeNow: () => {
      const copy = hasUnwrittenChange ? copyToStore(snapshot(), owner) : undefined
      if (copy) void putDraft(copy).catch(() => {})
    },
    forget: async () => {
      // Wait for the write in progress: it would store the copy again.
      await writeInProgress
      await dropDraft({ ...owner, job: snapshot().context.job.id })
    },
  }
}
