import { isExpired } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { loadJob } from '../load-job.ts'
import type { HeldApplication } from '../sending/resend.ts'
import { draftsOf } from '../sending/own-drafts.ts'
import type { DeviceDraft } from '../session/device-drafts.ts'
import type { ChosenJob } from '../session/chosen-job.ts'
import { serverNow } from '../session/session.ts'

export type ListedApplication = Reply<'GET /api/job-applications/'>[number]

type HeldContent = HeldApplication['content']
/** The content of a draft on this device. It has a ticket only if the server has received the application. */
type DraftContent = Omit<HeldContent, 'ticket'> & Partial<Pick<HeldContent, 'ticket'>>
/** A draft on this device, as a link needs it: the number of the job, its title, and the title's language. */
export type DeviceDraftLink = Pick<HeldContent['context']['job'], 'title' | 'in_kiswahili'> & { job: number }
type ApplicationDraft = DeviceDraft<DraftContent>

const isApplicationDraft = (draft: DeviceDraft<unknown>): draft is ApplicationDraft =>
  typeof draft.content === 'object' && draft.content !== null && 'context' in draft.content

/** Whether the server has received the application of this draft and not accepted it yet. */
export const isHeld = (draft: ApplicationDraft): draft is HeldApplication =>
  draft.content.ticket !== undefined

/** The drafts of `account`, an email address, on this device, newest first. */
export const loadDeviceDrafts = async (account: string) =>
  (await draftsOf(account)).filter(isApplicationDraft)

/** Sorts as the last date: the years of real deadlines start with a smaller digit. */
const AFTER_ALL_DATES = '9'

/**
 * Drafts that can still be submitted: the draft of the chosen job first (W17), the others by deadline. The
 * second sort is stable, so it keeps the order of the first.
 */
export const openDrafts = (
  applications: ListedApplication[],
  chosenJobId: number | undefined,
  sendingJobIds: number[],
  now: Date,
) =>
  applications
    .filter(({ is_completed, job }) => !is_completed && !sendingJobIds.includes(job.id))
    // `is_expired` may be out of date: the deadline may pass after the server sent it.
    .filter(({ job }) => !job.is_expired && !isExpired(job.expiry_date, now))
    .sort((left, right) =>
      (left.job.expiry_date ?? AFTER_ALL_DATES).localeCompare(right.job.expiry_date ?? AFTER_ALL_DATES),
    )
    .sort((left, right) => Number(right.job.id === chosenJobId) - Number(left.job.id === chosenJobId))

/**
 * Loads the applications of `account`, then the first open draft in full. The chosen job is loaded only if
 * the person has no application for it.
 */
export async function loadDrafts(account: string, chosenJob: ChosenJob | undefined) {
  const [applications, deviceDrafts] = await Promise.all([
    loaded(call('GET /api/job-applications/')),
    loadDeviceDrafts(account),
  ])
  const list = applications.data ?? []
  const sendingJobIds = deviceDrafts.filter(isHeld).map(({ job }) => job)
  const firstOpen = openDrafts(list, chosenJob?.id, sendingJobIds, new Date(serverNow()))[0]
  // After a withdrawal, the person may apply again.
  const isWithoutApplication =
    chosenJob && !list.some(({ job, status }) => job.id === chosenJob.id && status !== 'Withdrawn')
  const [firstDraft, loadedChosenJob] = await Promise.all([
    firstOpen && loaded(call('GET /api/job-applications/{id}/', { params: { id: firstOpen.id } })),
    isWithoutApplication && loaded(loadJob(chosenJob.id)),
  ])
  // `loadedChosenJob` is false if the person has an application for the chosen job.
  return { applications, firstDraft, chosenJob, loadedChosenJob: loadedChosenJob || undefined }
}
