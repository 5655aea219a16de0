import { createHash } from 'node:crypto'
import { digestOf } from '#contract/tickets/tickets.ts'
import type { Filled } from '../applications.ts'
import { submitBody } from './calls.ts'

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex')

/** What the browser sends as `Submit-Digest`: the key of a submit is no part of it. */
export const digestOfSubmit = async (filled: Filled): Promise<string> =>
  (await digestOf(submitBody(filled, ''), sha256)).digest
