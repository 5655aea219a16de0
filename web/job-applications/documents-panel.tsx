import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DOCUMENT, DOCUMENT_KINDS, DOCUMENT_WORDS, type DocumentKind } from '#contract/documents/documents.ts'
import { type RequestedDocument, requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { call } from '../api.ts'
import type { Document, Job } from './form-context.ts'
import { DocumentField } from './document-field.tsx'
import './documents.css'

type PanelProps = {
  applicationId: number
  documents: Document[]
  /** Its requested documents (W1): a job that asks for none shows nothing. */
  job: Job
  /** For each file, why the application was not submitted. */
  errors: Partial<Record<DocumentKind, string>> | undefined
  /** `version` is the application's version after our own write; absent after a read (T22). */
  onChange: (documents: Document[], version?: number) => void
}

const CHECK_AFTER_MS = [1_500, 3_000, 5_000, 10_000, 20_000, 40_000]

/** While a document is not scanned yet, polls the server with growing pauses. */
function useScanned({ applicationId, documents, onChange }: PanelProps) {
  const waiting = documents
    .filter(({ state }) => state === 'unscanned')
    .map(({ kind, uploaded_at: at }) => `${kind} ${at}`)
  const changed = useEffectEvent(onChange)
  const mark = waiting.join()
  useEffect(() => {
    if (mark === '') return
    let current = true
    let attempts = 0
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      const now = await call('GET /api/job-applications/{id}/', { params: { id: applicationId } }).catch(
        () => undefined,
      )
      // The step was left while the answer was on its way.
      if (!current) return
      if (
        now &&
        now.documents.some(
          ({ kind, uploaded_at: at, state }) => mark.includes(`${kind} ${at}`) && state !== 'unscanned',
        )
      )
        return changed(now.documents)
      later()
    }
    const later = () => {
      const ms = CHECK_AFTER_MS[attempts++]
      if (ms !== undefined) timer = setTimeout(() => void check(), ms)
    }
    later()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [applicationId, mark])
}

const howMany = (requested: RequestedDocument[]) => {
  const required = requested.filter((requestedDocument) => requestedDocument.required).length
  return required === 0 ? 'none' : required < requested.length ? 'some' : 'all'
}
const WHAT_FOR = {
  none: 'You can continue now and add them later, before you submit.',
  some: 'Add those marked Required before you submit. You may leave out the others.',
  all: 'You must add these to apply for this job.',
} as const

/**
 * W1: the files of an application, on labelled step 4. A missing file never stops Next. It stops the
 * submission only if the job requires it.
 */
export function DocumentsPanel(props: PanelProps) {
  const { applicationId, documents, job, errors, onChange } = props
  const [announcement, announce] = useState('')
  // Two uploads may run at once, and finish while another step is shown.
  const latest = useRef(documents)
  useEffect(() => {
    latest.current = documents
  }, [documents])
  useScanned(props)
  const requested = requestedDocuments(job)
  if (requested.length === 0) return null
  const required = howMany(requested)
  const missing = requested.filter(
    (requestedDocument) =>
      requestedDocument.required &&
      !documents.some(
        ({ kind, state }) => kind === requestedDocument.kind && state !== 'refused' && !errors?.[kind],
      ),
  )
  const replace = (kind: DocumentKind, by: Document | undefined, version: number) => {
    latest.current = DOCUMENT_KINDS.flatMap((entry) =>
      entry === kind ? (by ?? []) : latest.current.filter((document) => document.kind === entry),
    )
    onChange(latest.current, version)
  }
  return (
    <section className="documents band" aria-labelledby="documents">
      <h2 id="documents">Supporting documents</h2>
      <p className="quiet mt1">
        {DOCUMENT.extensions.slice(0, -1).join(', ')} or {DOCUMENT.extensions.at(-1)}, at most{' '}
        <span className="nowrap">5 MB</span> each. A clear photo of the paper is enough: we make it smaller
        before it is sent.
        {` ${WHAT_FOR[required]}`}
      </p>
      {missing.length > 0 && (
        <p className="lacking mt3">
          <span className="bang" aria-hidden="true">
            !
          </span>
          {DOCUMENT_WORDS.missing(missing.map(({ name }) => name))}
        </p>
      )}
      {requested.map(({ kind, name, required: needed }) => (
        <DocumentField
          key={kind}
          applicationId={applicationId}
          kind={kind}
          name={name}
          mark={required !== 'some' ? undefined : needed ? 'Required' : 'If you have it'}
          document={documents.find((entry) => entry.kind === kind)}
          sentence={errors?.[kind]}
          onDocument={(by, version) => replace(kind, by, version)}
          announce={announce}
        />
      ))}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </section>
  )
}
