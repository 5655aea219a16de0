// Makes server/accounts/known-passwords.bloom from the stolen and common passwords that
// `@zxcvbn-ts/language-common` lists. Run `node bin/known-passwords.ts` after that package is updated.
import { writeFileSync } from 'node:fs'
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { PASSWORD } from '../contract/accounts/limits.ts'
import { buildFilter, FILTER_FILE } from '../server/accounts/known-passwords.ts'

/** Shorter passwords are left out, because they are refused for their length. */
export const filter = buildFilter(passwords.filter((password) => password.length >= PASSWORD.minLength))

if (import.meta.main) writeFileSync(FILTER_FILE, filter)
