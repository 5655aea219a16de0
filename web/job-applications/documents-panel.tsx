import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { DOCUMENT, DOCUMENT_KINDS, DOCUMENT_WORDS, type DocumentKind } from '#contract/documents/documents.ts'
import { type RequestedDocument, requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { call } from '../api.ts'
import { translate } from '../language/translate.ts'
import type { Document, Job } from './form-context.ts'
import { DocumentField } from './document-field.tsx'
import { isMarked } from './step-tabs.tsx'
import './documents.css'

type PanelProps = {
  applicationId: number
  documents: Document[]
  /** The job, which names the requested documents. If it requests none, the panel is empty (W1). */
  job: Job
  /** For each file, why it prevented the submit of the application. */
  errors: Partial<Record<DocumentKind, string>> | undefined
  /** The documents now, also while another step is shown and this panel gets no new `documents`. */
  presentDocuments: () => Document[]
  /** `version`: the application's version after our own upload or removal; absent after a read (T22). */
  onChange: (documents: Document[], version?: number) => void
}

/** The pauses between questions about a virus scan. After the last, the page no longer asks. */
const CHECK_AFTER_MS = [1_500, 3_000, 5_000, 10_000, 20_000, 40_000]

/** Identifies one version of a document: a file that replaces another has another time of upload. */
const versionOf = ({ kind, uploaded_at }: Document) => `${kind} ${uploaded_at}`

/** While a document is not scanned yet, polls the server with growing pauses. */
function useScanResults({ applicationId, documents, onChange }: PanelProps) {
  const showResults = useEffectEvent(onChange)
  // A single string, so that the effect starts again only when other documents wait for the scan.
  const waitingVersions = documents
    .filter(({ state }) => state === 'unscanned')
    .map(versionOf)
    .join()
  useEffect(() => {
    if (waitingVersions === '') return
    let isCurrent = true
    let attempts = 0
    let timer: ReturnType<typeof setTimeout>
    const isNewResult = (document: Document) =>
      document.state !== 'unscanned' && waitingVersions.includes(versionOf(document))
    const check = async () => {
      const application = await call('GET /api/job-applications/{id}/', {
        params: { id: applicationId },
        query: { draft: true },
      }).catch(() => undefined)
      // The person left this step before the answer arrived.
      if (!isCurrent) return
      if (application?.documents.some(isNewResult)) return showResults(application.documents)
      checkLater()
    }
    const checkLater = () => {
      const pauseMs = CHECK_AFTER_MS[attempts++]
      if (pauseMs !== undefined) timer = setTimeout(() => void check(), pauseMs)
    }
    checkLater()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [applicationId, waitingVersions])
}

/** How many of the requested documents the job requires: none, some or all. */
const requiredShare = (requested: RequestedDocument[]) => {
  const required = requested.filter((requestedDocument) => requestedDocument.required).length
  if (required === 0) return 'none'
  return required < requested.length ? 'some' : 'all'
}
const WHAT_FOR = {
  none: t`You can continue now and add them later, before you submit.`,
  some: t`Before you submit, add the documents marked Required. You may leave out the others.`,
  all: t`You must add these documents to apply for this job.`,
} as const

/**
 * Puts one document into the present list, or takes it out. An upload may end while another step is shown.
 */
const replaceDocument = (
  { presentDocuments, onChange }: PanelProps,
  kind: DocumentKind,
  replacement: Document | undefined,
  version: number,
) => {
  const present = presentDocuments()
  const documents = DOCUMENT_KINDS.flatMap((listed) =>
    listed === kind ? (replacement ?? []) : present.filter((document) => document.kind === listed),
  )
  onChange(documents, version)
}

const notAddedWords = (names: string[]) => {
  const list = names.join(', ')
  const count = names.length
  return plural(count, {
    one: `Not added yet: ${list}. You can submit without it.`,
    other: `Not added yet: ${list}. You can submit without them.`,
  })
}

const MissingDocuments = ({ documents, job, errors }: PanelProps) => {
  const isThere = (kind: DocumentKind) =>
    documents.some((document) => document.kind === kind && document.state !== 'refused' && !errors?.[kind])
  const missing = requestedDocuments(job).filter((document) => isMarked(document) && !isThere(document.kind))
  const namesOf = (group: RequestedDocument[]) => group.map(({ name }) => translate(name))
  const required = namesOf(missing.filter((document) => document.required))
  const askedFor = namesOf(missing.filter((document) => !document.required))
  return (
    <>
      {required.length > 0 && <Lacking sentence={translate(DOCUMENT_WORDS.missing(required))} />}
      {askedFor.length > 0 && <Lacking sentence={notAddedWords(askedFor)} />}
    </>
  )
}
const Lacking = ({ sentence }: { sentence: string }) => (
  <p className="lacking mt3">
    <span className="bang" aria-hidden="true">
      !
    </span>
    {sentence}
  </p>
)

/**
 * The files of an application, on step 4 under the referees (W1). A missing file never stops Next. It stops
 * the submission only if the job requires it.
 */
export function DocumentsPanel(props: PanelProps) {
  const { applicationId, documents, job, errors } = props
  const [announcement, announce] = useState('')
  useScanResults(props)
  const requested = requestedDocuments(job)
  if (requested.length === 0) return null
  const share = requiredShare(requested)
  const formats = DOCUMENT.extensions.slice(0, -1).join(', ')
  const lastFormat = DOCUMENT.extensions.at(-1)
  const requirementOf = ({ required }: RequestedDocument) => (required ? t`Required` : t`If you have it`)
  return (
    <section className="documents band" aria-labelledby="documents">
      <h2 id="documents">
        <Trans>Supporting documents</Trans>
      </h2>
      <p className="quiet mt1">
        <Trans>
          {formats} or {lastFormat}, at most <span className="nowrap">5 MB</span> each. A clear photo of the
          paper is enough: we make it smaller before it is sent.
        </Trans>
        {` ${WHAT_FOR[share]}`}
      </p>
      <MissingDocuments {...props} />
      {requested.map((requestedDocument) => {
        const { kind, name } = requestedDocument
        return (
          <DocumentField
            key={kind}
            applicationId={applicationId}
            kind={kind}
            name={translate(name)}
            requirement={share === 'some' ? requirementOf(requestedDocument) : undefined}
            document={documents.find((document) => document.kind === kind)}
            submitError={errors?.[kind]}
            onDocument={(document, version) => replaceDocument(props, kind, document, version)}
            announce={announce}
          />
        )
      })}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </section>
  )
}
