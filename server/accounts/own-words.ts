import type { Deps } from '../deps.ts'
import { findPersonalTexts } from './store.ts'

/**
 * Gives a person's names, numbers and email address. They are removed from what the person wrote before that
 * text leaves this server (N2, T25). Empty when the account no longer exists.
 */
export const findPersonalWords = async (deps: Deps, userId: number): Promise<string[]> =>
  (await findPersonalTexts(deps.db, userId))?.words.filter(Boolean) ?? []
