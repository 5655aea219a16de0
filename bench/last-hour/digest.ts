import { createHash } from 'node:crypto'
import { contentWithDigest } from '#contract/tickets/tickets.ts'
import type { Filled } from '../applications.ts'
import { submitBody } from './calls.ts'

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Computes the header `Submit-Digest` of a submit, as the browser does. The digest leaves out the idempotency
 * key, so the key is empty here.
 */
export const digestOfSubmit = async (filled: Filled): Promise<string> =>
  (await contentWithDigest(submitBody(filled, ''), sha256)).digest
