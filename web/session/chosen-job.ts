import { STORED } from '#contract/browser.ts'

export type ChosenJob = { id: number; title: string }

const IN_THIS_TAB = 'applyingFor'

const idFrom = (value: unknown) => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The job that a person chose before logging in (S1 §4, W16). Only a valid id is ever read back (T37). */
export const chosenJob = (): ChosenJob | undefined => {
  try {
    const id = idFrom(localStorage.getItem(STORED.jobId))
    return id === undefined ? undefined : { id, title: localStorage.getItem(STORED.jobTitle) ?? '' }
  } catch {
    return undefined
  }
}

export const chooseJob = ({ id, title }: ChosenJob) => {
  try {
    localStorage.setItem(STORED.jobId, String(id))
    localStorage.setItem(STORED.jobTitle, title)
  } catch {}
}

/** W16: this tab's job is fixed when /apply opens, whatever another tab chooses later. */
export const fixJob = (fromAddress: string | null): number | undefined => {
  try {
    const id = idFrom(fromAddress ?? sessionStorage.getItem(IN_THIS_TAB) ?? chosenJob()?.id)
    if (id !== undefined) sessionStorage.setItem(IN_THIS_TAB, String(id))
    return id
  } catch {
    return idFrom(fromAddress)
  }
}

/**
 * Called at logout, and when the job is closed or applied for: the next person at this browser is not offered
 * the job (W16).
 */
export const clearChosenJob = () => {
  try {
    localStorage.removeItem(STORED.jobId)
    localStorage.removeItem(STORED.jobTitle)
    sessionStorage.removeItem(IN_THIS_TAB)
  } catch {}
}
