import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DOCUMENT_WORDS, sizeInWords } from '#contract/documents/documents.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { translate } from '../language/translate.ts'
import { saveFile } from '../save-file.ts'
import { Icon } from '../ui/icon.tsx'
import { SectionBox } from './section-box.tsx'

type Document = Application['documents'][number]

/** The documents of an application. Its owner can save those that passed the virus check (W23, T14). */
export const Documents = ({ application }: { application: Application }) => (
  <SectionBox name={t`Documents`}>
    {application.documents.length === 0 && (
      <p className="quiet">
        <Trans context="documents">None</Trans>
      </p>
    )}
    <ul>
      {application.documents.map((entry) => (
        <li className="record" key={entry.kind}>
          <DocumentLine document={entry} applicationId={application.id} />
        </li>
      ))}
    </ul>
  </SectionBox>
)

function DocumentLine({
  document: { kind, title, name, size, state, fault: problem },
  applicationId,
}: {
  document: Document
  applicationId: number
}) {
  // A document without a title has the general name of its kind. `{}` stands for a job that asks for no
  // documents of its own.
  const documentTitle = title ?? documentName(kind, {})
  const [hasFailed, setHasFailed] = useState(false)
  const save = async () => {
    setHasFailed(false)
    try {
      await saveFile('GET /api/job-applications/{id}/documents/{kind}/', { id: applicationId, kind }, name)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <div className="marked any">
      <Icon name="page" />
      <div>
        <h4>{translate(documentTitle)}</h4>
        <p className="small">
          {name} <span className="quiet nowrap">· {translate(sizeInWords(size))}</span>
        </p>
        {state === 'unscanned' && (
          <p className="small quiet">
            <Trans>We are still checking this file for viruses.</Trans>
          </p>
        )}
        {state === 'refused' && (
          // A refused file without a `fault` has a virus.
          <p className="small text-red">{translate(DOCUMENT_WORDS[problem ?? 'infected'])}</p>
        )}
        {state === 'clean' && (
          <p className="small">
            <button className="link" type="button" onClick={save}>
              <Trans>Save this file</Trans>
              <span className="sr-only">: {translate(documentTitle)}</span>
            </button>
          </p>
        )}
        {hasFailed && (
          <p className="small text-red" role="alert">
            <Trans>The file could not be loaded. Please try again.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
