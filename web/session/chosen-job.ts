import { STORED } from '#contract/browser.ts'
import type { Job } from '#contract/jobs/endpoints.ts'
import { IS_KISWAHILI } from '../language/translate.ts'

export type ChosenJob = Pick<Job, 'id' | 'title' | 'in_kiswahili'>

/** The key under which a tab stores its own chosen job. */
const TAB_JOB_KEY = 'applyingFor'
/** The key under which a tab also stores a title in Kiswahili, so that a page knows its language. */
const KISWAHILI_TITLE_KEY = 'titleInKiswahili'

const idFrom = (value: unknown) => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The job that a person chose before logging in (S1 §4, W16). Only a valid id is ever read back (T37). */
export const chosenJob = (): ChosenJob | undefined => {
  try {
    const id = idFrom(localStorage.getItem(STORED.jobId))
    if (id === undefined) return undefined
    const title = localStorage.getItem(STORED.jobTitle) ?? ''
    return IS_KISWAHILI && sessionStorage.getItem(KISWAHILI_TITLE_KEY) === title
      ? { id, title, in_kiswahili: ['title'] }
      : { id, title }
  } catch {
    return undefined
  }
}

/** Stores the job in all tabs of this browser, until a tab opens the form and fixes its own. */
export const chooseJob = (job: ChosenJob) => {
  const { id, title } = job
  try {
    localStorage.setItem(STORED.jobId, String(id))
    localStorage.setItem(STORED.jobTitle, title)
    if (IS_KISWAHILI && job.in_kiswahili?.includes('title'))
      sessionStorage.setItem(KISWAHILI_TITLE_KEY, title)
  } catch {
    // The browser stores nothing, so the person must choose the job again.
  }
}

/**
 * Fixes the job of this tab when /apply opens. After that, another tab's choice changes nothing here (W16).
 */
export const fixJob = (idInAddress: string | null): number | undefined => {
  try {
    const id = idFrom(idInAddress ?? sessionStorage.getItem(TAB_JOB_KEY) ?? chosenJob()?.id)
    if (id !== undefined) sessionStorage.setItem(TAB_JOB_KEY, String(id))
    return id
  } catch {
    // The browser stores nothing, so only the address can name the job.
    return idFrom(idInAddress)
  }
}

/**
 * Forgets the chosen job, at a logout and when the job is closed or applied for. So the next person at this
 * browser is not offered it (W16).
 */
export const clearChosenJob = () => {
  try {
    localStorage.removeItem(STORED.jobId)
    localStorage.removeItem(STORED.jobTitle)
    sessionStorage.removeItem(TAB_JOB_KEY)
  } catch {
    // The browser stores nothing, so there is nothing to delete.
  }
}
