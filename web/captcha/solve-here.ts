import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

type LibraryChallenge = Parameters<typeof solveChallenge>[0]['challenge']

/**
 * Solves a challenge on the page. The browser derives each key off the main thread, so the page still
 * responds.
 */
export const solveHere = (challenge: LibraryChallenge) => solveChallenge({ challenge, deriveKey })
