import type { DocumentKind } from '#contract/documents/documents.ts'
import type { CallFailed } from '../call.ts'
import { msToDeadline } from '../sending/ms-to-deadline.ts'
import type { RefusedFiles } from '../sending/verdicts.ts'
import type { Lost } from './application-state.ts'
import type { FormContext } from './form-context.ts'
import { neverComes } from './use-upload.ts'

/**
 * Of the files that the server lacks, those that can never come from this device; undefined if each of them
 * still may.
 */
export async function lostFiles(
  { body }: CallFailed,
  { applicationId, job }: FormContext,
  known: RefusedFiles = {},
): Promise<Lost | undefined> {
  const { missing = [] } = body as { missing?: DocumentKind[] }
  const found =
    body.code === 'files_missing'
      ? missing.flatMap((kind) =>
          neverComes(applicationId, kind) ? [[kind, known[kind] ?? neverComes(applicationId, kind)]] : [],
        )
      : []
  return found.length > 0
    ? {
        refused: { ...known, ...(Object.fromEntries(found) as RefusedFiles) },
        msToDeadline: await msToDeadline(job),
      }
    : undefined
}
