import type { Letters } from '../mail/letter.ts'
import { findRecipient } from './store.ts'
import { writeLetter } from './write-letter.ts'

type Told = { messageId: number; applicationId: number }

/** Messages of officers, each filled from what is true when it leaves. */
export const messagesLetters: Letters = {
  'messages.letter': async (deps, { messageId, applicationId }: Told) => {
    const row = await findRecipient(deps.db, messageId, applicationId)
    return row && { ...writeLetter(row, row, deps.config), to: row.email }
  },
}
