// Makes server/accounts/known-passwords.bloom, the list of passwords that accounts may not use. The passwords
// are the stolen and common ones of `@zxcvbn-ts/language-common`. Run `node bin/known-passwords.ts` after
// that package is updated.
import { writeFileSync } from 'node:fs'
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { PASSWORD } from '../contract/accounts/limits.ts'
import { buildFilter, FILTER_FILE } from '../server/accounts/known-passwords.ts'

/** Leave out shorter passwords, because the portal refuses them for their length anyway. */
export const filter = buildFilter(passwords.filter((password) => password.length >= PASSWORD.minLength))

if (import.meta.main) writeFileSync(FILTER_FILE, filter)
