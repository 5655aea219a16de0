import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import { call, NO_ANSWER } from '../api.ts'
import { hasNoVerdict, isCallFailed } from '../call.ts'
import { draftsOf } from '../sending/own-drafts.ts'
import { chosenJob } from '../session/chosen-job.ts'
import { loadJob } from '../load-job.ts'
import { ownProfile } from '../session/own-profile.ts'
import { type DeviceDraft, dropDraft, putDraft } from '../session/device-drafts.ts'
import type { LocalCopy, StoredDraft } from './application-state.ts'
import { type Application, draftFrom } from './draft.ts'
import { type FormContext, jobOf, loadLevels, loadSent, placesFor, profileOf } from './form-context.ts'
import { openTabs, randomKey, thisTab } from '../sending/this-tab.ts'

export type Opened = {
  tab: string
  copy: LocalCopy
  /** The server's version of the application; absent if the server could not be reached. */
  current?: Application
  /** Drafts of closed tabs that were not saved on the server. */
  others: DeviceDraft<LocalCopy>[]
}
/** `completed`: the application was submitted. `closed`: the job takes no more applications. */
export type Found = { is: 'completed' | 'closed' | 'not started' } | { is: 'started'; opened: Opened }

/** How long a page waits for the network if this device has a copy of the application. */
const PATIENCE_MS = 8_000

// Earlier versions of this page stored the context as `around`.
type StoredCopy = LocalCopy & { around?: LocalCopy['context'] }
/** Only the wizard and the resending write drafts, so the shape of a stored draft is known. */
const isApplicationDraft = (draft: DeviceDraft<unknown>): draft is DeviceDraft<StoredCopy> =>
  typeof draft.content === 'object' && draft.content !== null && 'draft' in draft.content
const copiesOf = async (account: string, jobId: number): Promise<DeviceDraft<LocalCopy>[]> => {
  const drafts = await draftsOf(account, jobId)
  return drafts.filter(isApplicationDraft).map((draft) => ({
    ...draft,
    content: { ...draft.content, context: draft.content.context ?? draft.content.around },
  }))
}

type Copies = {
  tab: string
  /** The copy that this tab continues with, if this device has one. */
  mine: DeviceDraft<LocalCopy> | undefined
  /** The copies on this device that belong to closed tabs. */
  ofClosedTabs: DeviceDraft<LocalCopy>[]
}

/** Selects a copy on this device: first that of a received application, then this tab's own. */
async function findCopies(jobId: number, account: string): Promise<Copies> {
  const tab = await thisTab()
  const [openTabIds, copies] = await Promise.all([openTabs(), copiesOf(account, jobId)])
  const own = copies.find((draft) => draft.tab === tab)
  // If the browser cannot tell which tabs are open, all others count as closed.
  const ofClosedTabs = copies.filter((draft) => draft.tab !== tab && !openTabIds?.has(draft.tab))
  const received = [...(own ? [own] : []), ...ofClosedTabs].find(({ content }) => content.ticket)
  const unsaved = ofClosedTabs.find((draft) => !draft.onServer)
  return { tab, mine: received ?? own ?? unsaved ?? ofClosedTabs[0], ofClosedTabs }
}

const openedCopy = ({ tab, mine, ofClosedTabs }: Copies, copy: LocalCopy): Opened => ({
  tab,
  copy,
  others: ofClosedTabs.filter((draft) => draft !== mine && !draft.onServer),
})

/** Deletes the closed tab's copy that this tab has taken over, and copies that the server has. */
const dropTakenOver = ({ mine, ofClosedTabs }: Copies) =>
  Promise.all(ofClosedTabs.filter((draft) => draft === mine || draft.onServer).map(dropDraft))

/**
 * Continues a received application: it is sent again without any check. It counts even if the job has closed
 * since (W24).
 */
async function continueReceived(copies: Copies, received: DeviceDraft<LocalCopy>): Promise<Found> {
  if (received.tab !== copies.tab) {
    await putDraft({ ...received, tab: copies.tab })
    await dropTakenOver(copies)
  }
  return { is: 'started', opened: openedCopy(copies, received.content) }
}

/** The result of `work`; undefined if it takes longer than a person should wait. */
const withinPatience = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))])

type FromServer =
  | { is: 'completed' | 'closed' | 'not started' }
  | { is: 'started'; opened: Pick<Opened, 'copy' | 'current'> }

/**
 * Finds the person's application for a job. It starts one only if the person pressed Apply Now before logging
 * in (S1 §4). Opening an address starts none.
 */
export async function openApplication(jobId: number, account: string): Promise<Found> {
  const copies = await findCopies(jobId, account)
  const { mine } = copies
  if (mine?.content.ticket) return continueReceived(copies, mine)
  const reply = fromServer(jobId, mine?.content)
  if (!mine) return openFound(copies, await reply)
  // If the call fails after the wait has ended, its error is ignored.
  reply.catch(() => {})
  const found = await withinPatience(reply).catch((error: unknown) => {
    if (!isCallFailed(error) || !hasNoVerdict(error)) throw error
  })
  if (found) return openFound(copies, found)
  // Without the server, the form opens with the copy on this device.
  return { is: 'started', opened: openedCopy(copies, mine.content) }
}

/**
 * Whether the text that this tab continues with is safe without the closed tab's copy: the server has it, or
 * it is stored under this tab now.
 */
const isSafeHere = async ({ tab, mine }: Copies): Promise<boolean> => {
  if (!mine || mine.tab === tab || mine.onServer) return true
  return putDraft({ ...mine, tab }).then(
    () => true,
    () => false,
  )
}

async function openFound(copies: Copies, found: FromServer): Promise<Found> {
  if (found.is !== 'started') return found
  if (await isSafeHere(copies)) await dropTakenOver(copies)
  // `found.opened` also has the server's version, if the server was reached.
  return { is: 'started', opened: { ...openedCopy(copies, found.opened.copy), ...found.opened } }
}

/** Asks whether the person has an application for the job. A failed check has its own message (S2 §8). */
async function checkExisting(jobId: number) {
  try {
    return await call('GET /api/job-applications/check/{id}/', { params: { id: jobId } })
  } catch (error) {
    // A lost network and an ended session (401) have their own messages.
    if (isCallFailed(error) && error.status !== NO_ANSWER && error.status !== 401)
      error.body.message = SUBMIT_WORDS.checkFailed
    throw error
  }
}

/** Starts an application, if the person pressed Apply Now. Returns its id. */
async function startIfChosen(jobId: number): Promise<number | 'completed' | 'not started'> {
  if (chosenJob()?.id !== jobId) return 'not started'
  const started = await call('POST /api/job-applications/', { body: { job: jobId } })
  return started.is_completed ? 'completed' : started.application_id
}

/** The copy on this device if the server lacks it. Otherwise the server's draft, at the device's step. */
function draftToOpen(current: Application, mine: LocalCopy | undefined): StoredDraft {
  // The copy opens first. Then it is compared with the server's draft, and both are joined where possible.
  if (mine && !mine.onServer) return mine
  const draft = draftFrom(current)
  const { reviewed = draft.reviewed, step = draft.step } = mine?.draft ?? {}
  return {
    draft: { ...draft, reviewed, step },
    base: draft,
    version: current.version,
    serverAt: Date.parse(current.updated_at),
    onServer: true,
  }
}

type Check = Awaited<ReturnType<typeof checkExisting>>

/**
 * Loads an application that is open for changes. While the person corrects it, also starts to load the
 * version that they sent.
 */
async function loadApplication(applicationId: number, isReopened = false) {
  const sent = isReopened ? loadSent(applicationId) : undefined
  // A failure is thrown where the result is awaited.
  sent?.catch(() => {})
  const current = await call('GET /api/job-applications/{id}/', {
    params: { id: applicationId },
    query: { draft: true },
  })
  return { current, sent }
}

/** The application that the check has found, if it is open for changes. */
const loadFound = ({ application_id, is_completed, is_reopened }: Check) =>
  application_id && (!is_completed || is_reopened) ? loadApplication(application_id, is_reopened) : undefined

async function fromServer(jobId: number, mine: LocalCopy | undefined): Promise<FromServer> {
  // Loads beside the calls below. A failure is thrown where the result is awaited.
  const profileAndLevels = Promise.all([ownProfile().then(profileOf), loadLevels()])
  profileAndLevels.catch(() => {})
  // Without a copy on this device, the application is nearly always new, so it starts while the check runs.
  // If there is one already, the server answers with its id.
  const started = mine ? undefined : startIfChosen(jobId)
  started?.catch(() => {})
  const checking = checkExisting(jobId)
  // Starts as soon as the check names the application, and does not wait for the job.
  const loading = checking.then(loadFound)
  loading.catch(() => {})
  const [wholeJob, check] = await Promise.all([loadJob(jobId), checking])
  // Submit was confirmed here and its answer was lost. The same key returns that answer (R3).
  if (check.is_completed && mine?.queued) return { is: 'started', opened: { copy: mine } }
  // While a person corrects a submitted application, it is open again.
  if (check.is_completed && !check.is_reopened) return { is: 'completed' }
  if (wholeJob.is_expired) return { is: 'closed' }
  const job = jobOf(wholeJob)
  // A string says why there is no application to open.
  const applicationId = check.application_id || (await (started ?? startIfChosen(jobId)))
  if (typeof applicationId === 'string') return { is: applicationId }
  const [{ current, sent }, [profile, levels], places] = await Promise.all([
    loading.then((application) => application ?? loadApplication(applicationId)),
    profileAndLevels,
    placesFor(job),
  ])
  if (current.is_completed) return { is: 'completed' }
  const correction = current.correction && {
    version: current.correction.version,
    // If the person has opened the correction since the check, its sent version is not loading yet.
    sent: await (sent ?? loadSent(applicationId)),
  }
  const context: FormContext = {
    applicationId,
    job,
    profile,
    // A list that failed to load is empty. Then the list in the copy on this device is used.
    levels: levels.length > 0 ? levels : (mine?.context.levels ?? []),
    places: places.length > 0 ? places : (mine?.context.places ?? []),
    documents: current.documents,
    correction,
  }
  // Each version has its own idempotency key. With the key of an earlier version, the server would answer
  // that it already has this application.
  const mineOfThisVersion = mine?.context.correction?.version === correction?.version ? mine : undefined
  const { key = randomKey(), queued = false, notBefore } = mineOfThisVersion ?? {}
  const copy = { ...draftToOpen(current, mine), context, key, queued, notBefore }
  return { is: 'started', opened: { copy, current } }
}
