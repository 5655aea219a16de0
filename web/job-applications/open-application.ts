import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { chosenJob } from '../session/chosen-job.ts'
import { type DeviceDraft, draftsOf, dropDraft } from '../session/device-drafts.ts'
import { type Around, jobOf, levelsOf, placesFor, profileOf } from './around.ts'
import { type Application, type Draft, draftFrom } from './draft.ts'
import type { Standing } from './keeper.ts'
import { openTabs, randomKey, thisTab } from './this-tab.ts'

/** What a device keeps of a draft; `key` makes the submission safe to repeat, `queued` sends it when the network is back. */
export type OnDevice = Standing & { around: Around; key: string; queued: boolean }

export type Opened = {
  tab: string
  around: Around
  standing: Standing
  key: string
  queued: boolean
  /** What the server has; absent when it could not be reached. */
  current?: Application
  /** Unsent versions of tabs that are gone. */
  others: DeviceDraft<OnDevice>[]
}
export type Found = { is: 'completed' | 'closed' | 'not started' } | { is: 'started'; opened: Opened }

/** How long a page that is on the device waits for the network. */
const PATIENCE_MS = 8_000

/** Where the person stands with a job. It is started here only for who pressed Apply Now before logging in (S1 §4): opening an address starts nothing. */
export async function openApplication(id: number, account: string): Promise<Found> {
  const tab = await thisTab()
  const [alive, kept] = await Promise.all([openTabs(), draftsOf(account, id) as Promise<DeviceDraft<OnDevice>[]>])
  const gone = kept.filter((draft) => draft.tab !== tab && !alive?.has(draft.tab))
  const mine = kept.find((draft) => draft.tab === tab) ?? gone.find((draft) => !draft.onServer) ?? gone[0]
  const others = gone.filter((draft) => draft !== mine && !draft.onServer)
  const rest = { tab, others }
  const local = (): Found | undefined => mine && { is: 'started', opened: { ...rest, ...fromDevice(mine.content) } }
  try {
    const asked = fromServer(id, mine?.content)
    const found = await (mine ? Promise.race([asked, new Promise<undefined>((go) => setTimeout(go, PATIENCE_MS))]) : asked)
    asked.catch(() => {})
    if (!found) return local() as Found
    if (found.is !== 'started') return found
    // Adopted by this tab; what the server has needs no second copy.
    await Promise.all(gone.filter((draft) => draft === mine || draft.onServer).map(dropDraft))
    return { is: 'started', opened: { ...rest, ...found.opened } }
  } catch (error) {
    const unheard = isCallFailed(error) && (error.status === 0 || error.status >= 500)
    const here = unheard ? local() : undefined
    if (here) return here
    throw error
  }
}

const fromDevice = ({ around, key, queued, ...standing }: OnDevice) => ({ around, standing, key, queued })

type FromServer = { is: 'completed' | 'closed' | 'not started' } | { is: 'started'; opened: Omit<Opened, 'tab' | 'others'> }

async function fromServer(id: number, mine: OnDevice | undefined): Promise<FromServer> {
  const [whole, check] = await Promise.all([call('GET /api/jobs/{id}/', { params: { id } }), call('GET /api/job-applications/check/{id}/', { params: { id } })])
  // Confirmed here, and the answer was lost: asking again with the same key brings it (R3).
  if (check.is_completed && mine?.queued) return { is: 'started', opened: fromDevice(mine) }
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
  const [current, profile, levels, places] = await Promise.all([
    call('GET /api/job-applications/{id}/', { params: { id: applicationId } }),
    call('GET /api/user/profile/').then(profileOf),
    levelsOf(),
    placesFor(job),
  ])
  if (current.is_completed) return { is: 'completed' }
  const around = {
    applicationId,
    job,
    profile,
    levels: levels.length > 0 ? levels : (mine?.around.levels ?? []),
    places: places.length > 0 ? places : (mine?.around.places ?? []),
    documents: current.documents,
  }
  const draft: Draft = draftFrom(current)
  const ofServer: Standing = { draft, base: draft, version: current.version, serverAt: Date.parse(current.updated_at), onServer: true }
  // What this device has and the server has not goes first; whether the two can be joined is settled by the keeper.
  const { around: _, key = randomKey(), queued = false, ...standing } = mine ?? ({} as Partial<OnDevice>)
  const unsent = standing.draft && !standing.onServer
  const reviewed = standing.draft?.reviewed ?? draft.reviewed
  return {
    is: 'started',
    opened: {
      around,
      standing: unsent ? (standing as Standing) : { ...ofServer, draft: { ...draft, reviewed, step: standing.draft?.step ?? draft.step } },
      key,
      queued,
      current,
    },
  }
}
