import type { Deps } from '../deps.ts'
import { findOwnWords } from './store.ts'

/**
 * The person's names, numbers and email. They are removed from the person's texts before those leave this
 * server (N2, T25).
 */
export const ownWords = async (deps: Deps, userId: number): Promise<string[]> =>
  (await findOwnWords(deps.db, userId))?.words.filter(Boolean) ?? []
