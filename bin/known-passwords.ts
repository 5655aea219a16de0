// Makes server/accounts/known-passwords.bloom from the list of stolen and common passwords of
// `@zxcvbn-ts/language-common`.
// Run it after that package was updated: node bin/known-passwords.ts
import { writeFileSync } from 'node:fs'
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { PASSWORD } from '../contract/accounts/limits.ts'
import { buildFilter, FILTER_FILE } from '../server/accounts/known-passwords.ts'

/** Shorter ones are refused for their length. */
export const filter = buildFilter(passwords.filter((password) => password.length >= PASSWORD.minLength))

if (import.meta.main) writeFileSync(FILTER_FILE, filter)
