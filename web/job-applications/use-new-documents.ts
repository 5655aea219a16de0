import { useEffect } from 'react'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { loadJob } from '../load-job.ts'
import { jobOf } from './form-context.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * A job may have added a document after the form was opened. When a submit is refused for that document, the
 * job is loaded again, so that the form asks for it.
 */
export function useNewDocuments({ context, patchContext }: Wizard, refused: DocumentKind[]) {
  const { job } = context
  const hasNewDocument = refused.some(
    (kind) => !requestedDocuments(job).some((requestedDocument) => requestedDocument.kind === kind),
  )
  useEffect(() => {
    if (!hasNewDocument) return
    loadJob(job.id).then(
      (jobNow) => patchContext({ job: jobOf(jobNow) }),
      // Without an answer, the form stays as it is.
      () => {},
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- fetched once for each refusal
  }, [hasNewDocument, job.id])
}
