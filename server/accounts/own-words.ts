import type { Deps } from '../deps.ts'
import { findPersonalTexts } from './store.ts'

/**
 * Gives the person's names, numbers and email. They are removed from the person's texts before those leave
 * this server (N2, T25).
 */
export const findPersonalWords = async (deps: Deps, userId: number): Promise<string[]> =>
  (await findPersonalTexts(deps.db, userId))?.words.filter(Boolean) ?? []
