import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { draftsOf } from '../sending/own-drafts.ts'
import { chosenJob } from '../session/chosen-job.ts'
import { ownProfile } from '../session/own-profile.ts'
import { type DeviceDraft, dropDraft, putDraft } from '../session/device-drafts.ts'
import type { LocalCopy, StoredDraft } from './application-state.ts'
import { type Application, type Draft, draftFrom } from './draft.ts'
import { jobOf, levelsOf, placesFor, profileOf } from './form-context.ts'
import { openTabs, randomKey, thisTab } from '../sending/this-tab.ts'

export type Opened = {
  tab: string
  copy: LocalCopy
  /** The server's version; absent if the server could not be reached. */
  current?: Application
  /** Unsent versions of tabs that are closed. */
  others: DeviceDraft<LocalCopy>[]
}
export type Found = { is: 'completed' | 'closed' | 'not started' } | { is: 'started'; opened: Opened }

/** How long a page that is stored on the device waits for the network. */
const PATIENCE_MS = 8_000

// Earlier versions of this page stored the context as `around`.
type Written = LocalCopy & { around?: LocalCopy['context'] }
const copiesOf = async (account: string, job: number): Promise<DeviceDraft<LocalCopy>[]> => {
  const found = (await draftsOf(account, job)) as DeviceDraft<Written>[]
  return found.map((draft) => ({
    ...draft,
    content: { ...draft.content, context: draft.content.context ?? draft.content.around },
  }))
}

/**
 * Finds the person's application for a job. It starts one only for a person who pressed Apply Now before
 * logging in (S1 §4): opening an address starts nothing.
 */
export async function openApplication(id: number, account: string): Promise<Found> {
  const tab = await thisTab()
  const [alive, copies] = await Promise.all([openTabs(), copiesOf(account, id)])
  const gone = copies.filter((draft) => draft.tab !== tab && !alive?.has(draft.tab))
  const held = [...copies.filter((draft) => draft.tab === tab), ...gone].find(({ content }) => content.ticket)
  const mine =
    held ?? copies.find((draft) => draft.tab === tab) ?? gone.find((draft) => !draft.onServer) ?? gone[0]
  const others = gone.filter((draft) => draft !== mine && !draft.onServer)
  const rest = { tab, others }
  const local = (): Found | undefined => mine && { is: 'started', opened: { ...rest, copy: mine.content } }
  // This tab takes over the copy. What the server has needs no second copy.
  const adopt = () => Promise.all(gone.filter((draft) => draft === mine || draft.onServer).map(dropDraft))
  // W24: an application that the server has received is sent again, whatever became of the job, and without
  // any check first.
  if (held) {
    if (held.tab !== tab) {
      await putDraft({ ...held, tab })
      await adopt()
    }
    return local() as Found
  }
  try {
    const reply = fromServer(id, mine?.content)
    const found = await (mine
      ? Promise.race([reply, new Promise<undefined>((go) => setTimeout(go, PATIENCE_MS))])
      : reply)
    reply.catch(() => {})
    if (!found) return local() as Found
    if (found.is !== 'started') return found
    await adopt()
    return { is: 'started', opened: { ...rest, ...found.opened } }
  } catch (error) {
    const hasNoAnswer =
      isCallFailed(error) && (error.status === 0 || error.status === 429 || error.status >= 500)
    const here = hasNoAnswer ? local() : undefined
    if (here) return here
    throw error
  }
}

type FromServer =
  | { is: 'completed' | 'closed' | 'not started' }
  | { is: 'started'; opened: Pick<Opened, 'copy' | 'current'> }

/** S2 §8: a failed check has its own message. */
async function checkExisting(id: number) {
  try {
    return await call('GET /api/job-applications/check/{id}/', { params: { id } })
  } catch (error) {
    if (isCallFailed(error) && error.status > 0 && error.status !== 401)
      error.body.message = SUBMIT_WORDS.checkFailed
    throw error
  }
}

async function fromServer(id: number, mine: LocalCopy | undefined): Promise<FromServer> {
  // The form needs them as well. A failure is reported where they are used.
  const form = Promise.all([ownProfile().then(profileOf), levelsOf()])
  form.catch(() => {})
  const [whole, check] = await Promise.all([
    call('GET /api/jobs/{id}/', { params: { id } }),
    checkExisting(id),
  ])
  // The submit was confirmed here and its answer was lost: sending it again with the same key returns the
  // answer (R3).
  if (check.is_completed && mine?.queued) return { is: 'started', opened: { copy: mine } }
  if (check.is_completed) return { is: 'completed' }
  if (whole.is_expired) return { is: 'closed' }
  const job = jobOf(whole)
  let applicationId = check.application_id
  if (!applicationId) {
    if (chosenJob()?.id !== id) return { is: 'not started' }
    const started = await call('POST /api/job-applications/', { body: { job: id } })
    if (started.is_completed) return { is: 'completed' }
    applicationId = started.application_id
  }
  const [current, [profile, levels], places] = await Promise.all([
    call('GET /api/job-applications/{id}/', { params: { id: applicationId } }),
    form,
    placesFor(job),
  ])
  if (current.is_completed) return { is: 'completed' }
  const context = {
    applicationId,
    job,
    profile,
    levels: levels.length > 0 ? levels : (mine?.context.levels ?? []),
    places: places.length > 0 ? places : (mine?.context.places ?? []),
    documents: current.documents,
  }
  const draft: Draft = draftFrom(current)
  const { key = randomKey(), queued = false, notBefore } = mine ?? {}
  // What this device has and the server lacks comes first. Whether the two can be joined is decided when the
  // draft opens.
  const saved: StoredDraft =
    mine && !mine.onServer
      ? mine
      : {
          draft: {
            ...draft,
            reviewed: mine?.draft.reviewed ?? draft.reviewed,
            step: mine?.draft.step ?? draft.step,
          },
          base: draft,
          version: current.version,
          serverAt: Date.parse(current.updated_at),
          onServer: true,
        }
  return { is: 'started', opened: { copy: { ...saved, context, key, queued, notBefore }, current } }
}
