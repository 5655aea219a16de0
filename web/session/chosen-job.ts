import { STORED } from '#contract/limits.ts'

export type ChosenJob = { id: number; title: string }

/** The job a person chose before signing in (S1 §4, W16). Only an id that can be one is ever read back (T37). */
export const chosenJob = (): ChosenJob | undefined => {
  try {
    const id = Number(localStorage.getItem(STORED.jobId))
    return Number.isInteger(id) && id > 0 ? { id, title: localStorage.getItem(STORED.jobTitle) ?? '' } : undefined
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

export const clearChosenJob = () => {
  try {
    localStorage.removeItem(STORED.jobId)
    localStorage.removeItem(STORED.jobTitle)
  } catch {}
}
