import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import type { CallFailed } from '../call.ts'
import { msToDeadline } from '../sending/ms-to-deadline.ts'
import { missingFilesOf, type RefusedFiles } from '../sending/verdicts.ts'
import type { Lost } from './application-state.ts'
import type { FormContext } from './form-context.ts'
import { whyNeverArrives } from '../documents/use-upload.ts'

/**
 * Finds the files that the server lacks and that can never arrive from this device. Undefined if all may
 * still arrive. `error`: why the submit failed. `knownLost`: files that were lost already, and why.
 */
export async function lostFiles(
  error: CallFailed,
  { applicationId, job }: FormContext,
  knownLost: RefusedFiles = {},
): Promise<Lost | undefined> {
  const missing = missingFilesOf(error) ?? []
  const refused: RefusedFiles = { ...knownLost }
  let isAnyLost = false
  for (const kind of DOCUMENT_KINDS) {
    const reason = missing.includes(kind) ? whyNeverArrives(applicationId, kind) : undefined
    if (!reason) continue
    refused[kind] = knownLost[kind] ?? reason
    isAnyLost = true
  }
  return isAnyLost ? { refused, msToDeadline: await msToDeadline(job) } : undefined
}
