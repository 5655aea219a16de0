import { PASSWORD_WORDS } from '#contract/passwords.ts'
import type { Deps } from '../deps.ts'
import { refuseFaults } from '../http/refuse.ts'
import { isKnownPassword } from './known-passwords.ts'

/** Refuses a new password that everybody knows, in the keys the reset screens read (A6, C7). */
export const refuseKnown = (deps: Deps, password: string, email: string) => {
  if (isKnownPassword(password, [email, email.split('@')[0] ?? '', deps.config.organisation.acronym]))
    throw refuseFaults({ new_password: PASSWORD_WORDS.known })
}
