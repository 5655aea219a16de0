import type { Language } from '#contract/language/paths.ts'
import type { Deps } from '../deps.ts'
import type { Email } from './email.ts'

type Recipient = { email: string; first_name: string; language: Language }

/**
 * Makes the function that builds the emails of one topic. When an email is sent, `find` reads its data and
 * `write` makes its text. If either returns undefined, there is no email. A greeting from `write` replaces
 * the usual one.
 */
export const emailAbout =
  <Payload, Row extends Recipient>(
    find: (deps: Deps, payload: Payload) => Promise<Row | undefined>,
    write: (row: Row, deps: Deps, payload: Payload) => Omit<Email, 'to'> | undefined,
  ) =>
  async (deps: Deps, payload: Payload): Promise<Email | undefined> => {
    const row = await find(deps, payload)
    const content = row && write(row, deps, payload)
    return (
      content && {
        to: row.email,
        language: row.language,
        greeting: `Dear ${row.first_name},`,
        ...content,
      }
    )
  }
