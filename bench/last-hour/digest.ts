import { createHash } from 'node:crypto'
import { digestOf } from '#contract/tickets/tickets.ts'
import type { Filled } from '../applications.ts'
import { submitBody } from './calls.ts'

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The header `Submit-Digest`, as the browser sends it. The idempotency key is not part of it, so it is empty.
 */
export const digestOfSubmit = async (filled: Filled): Promise<string> =>
  (await digestOf(submitBody(filled, ''), sha256)).digest
