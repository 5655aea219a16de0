import { useState } from 'react'
import { DOCUMENT_WORDS, sizeInWords } from '#contract/documents/documents.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import { saveFile } from '../save-file.ts'
import { Icon } from '../ui/icon.tsx'
import { SectionBox } from './section-box.tsx'

type Document = Application['documents'][number]

/** The documents of an application. The owner can save those that passed the virus check (W23, T14). */
export const Documents = ({ application }: { application: Application }) => (
  <SectionBox name="Documents">
    {application.documents.length === 0 && <p className="quiet">None</p>}
    <ul>
      {application.documents.map((entry) => (
        <li className="record" key={entry.kind}>
          <DocumentLine document={entry} application={application.id} />
        </li>
      ))}
    </ul>
  </SectionBox>
)

function DocumentLine({
  document: { kind, title, name, size, state, fault },
  application,
}: {
  document: Document
  application: number
}) {
  // Without a title, the document has the general name of its kind. `{}`: no job names it.
  const documentTitle = title ?? documentName(kind, {})
  const [hasFailed, setHasFailed] = useState(false)
  const save = async () => {
    setHasFailed(false)
    try {
      await saveFile('GET /api/job-applications/{id}/documents/{kind}/', { id: application, kind }, name)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <div className="marked any">
      <Icon name="page" />
      <div>
        <h4>{documentTitle}</h4>
        <p className="small">
          {name} <span className="quiet nowrap">· {sizeInWords(size)}</span>
        </p>
        {state === 'unscanned' && <p className="small quiet">We are still checking this file for viruses.</p>}
        {state === 'refused' && <p className="small c-red">{DOCUMENT_WORDS[fault ?? 'infected']}</p>}
        {state === 'clean' && (
          <p className="small">
            <button className="link" type="button" onClick={save}>
              Save this file<span className="sr-only">: {documentTitle}</span>
            </button>
          </p>
        )}
        {hasFailed && (
          <p className="small c-red" role="alert">
            The file could not be loaded. Please try again.
          </p>
        )}
      </div>
    </div>
  )
}
