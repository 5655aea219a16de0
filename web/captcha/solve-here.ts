import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

type LibraryChallenge = Parameters<typeof solveChallenge>[0]['challenge']

/**
 * Solves a challenge on the page, in a browser that refuses workers. The browser derives each key outside the
 * main thread, so the page still responds.
 */
export const solveHere = (challenge: LibraryChallenge) => solveChallenge({ challenge, deriveKey })
