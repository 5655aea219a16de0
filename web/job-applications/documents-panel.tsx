import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DOCUMENT, DOCUMENT_KINDS, DOCUMENT_WORDS, type DocumentKind } from '#contract/documents.ts'
import { call } from '../api.ts'
import type { Document } from './form-context.ts'
import { DocumentField } from './document-field.tsx'
import './documents.css'

type PanelProps = {
  applicationId: number
  documents: Document[]
  /** What the job says of them (W1): `none` shows nothing. */
  asked: 'asked' | 'required' | 'none'
  /** Why the application was not submitted, by the file. */
  faults: Partial<Record<DocumentKind, string>> | undefined
  /** `version` is the application's after a write of ours; absent when the server was only asked (T22). */
  onChange: (documents: Document[], version?: number) => void
}

const LOOK_AFTER_MS = [1_500, 3_000, 5_000, 10_000, 20_000, 40_000]

/** While the scanner has not looked at a document yet, asks now and then whether it has. */
function useScanned({ applicationId, documents, onChange }: PanelProps) {
  const waiting = documents.filter(({ state }) => state === 'unscanned').map(({ kind, uploaded_at: at }) => `${kind} ${at}`)
  const changed = useEffectEvent(onChange)
  const mark = waiting.join()
  useEffect(() => {
    if (mark === '') return
    let looks = 0
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const now = await call('GET /api/job-applications/{id}/', { params: { id: applicationId } }).catch(() => undefined)
      if (now && now.documents.some(({ kind, uploaded_at: at, state }) => mark.includes(`${kind} ${at}`) && state !== 'unscanned'))
        return changed(now.documents)
      later()
    }
    const later = () => {
      const ms = LOOK_AFTER_MS[looks++]
      if (ms !== undefined) timer = setTimeout(() => void look(), ms)
    }
    later()
    return () => clearTimeout(timer)
  }, [applicationId, mark])
}

/** W1: the files of an application, on labelled step 4. What is missing here stops neither Next nor the submission. */
export function DocumentsPanel(props: PanelProps) {
  const { applicationId, documents, asked, faults, onChange } = props
  const [said, say] = useState('')
  // Both may be on their way, and arrive when another step is shown.
  const latest = useRef(documents)
  useEffect(() => {
    latest.current = documents
  }, [documents])
  useScanned(props)
  if (asked === 'none') return null
  const missing = DOCUMENT_KINDS.filter((kind) => !documents.some((one) => one.kind === kind && one.state !== 'refused' && !faults?.[kind]))
  const replace = (kind: DocumentKind, by: Document | undefined, version: number) => {
    latest.current = DOCUMENT_KINDS.flatMap((one) => (one === kind ? (by ?? []) : latest.current.filter((it) => it.kind === one)))
    onChange(latest.current, version)
  }
  return (
    <section className="documents band" aria-labelledby="documents">
      <h2 id="documents">Supporting documents</h2>
      <p className="quiet mt1">
        {DOCUMENT.extensions.slice(0, -1).join(', ')} or {DOCUMENT.extensions.at(-1)}, at most <span className="nw">5 MB</span> each. A clear photo of the paper
        will do: it is made smaller before it is sent.
        {asked === 'required' ? ' This job cannot be applied for without them.' : ' You may go on without them and add them until you submit.'}
      </p>
      {missing.length > 0 && asked === 'required' && (
        <p className="lacking mt3">
          <span className="bang" aria-hidden="true">
            !
          </span>
          {DOCUMENT_WORDS.missing(missing)}
        </p>
      )}
      {DOCUMENT_KINDS.map((kind) => (
        <DocumentField
          key={kind}
          applicationId={applicationId}
          kind={kind}
          document={documents.find((one) => one.kind === kind)}
          said={faults?.[kind]}
          onDocument={(by, version) => replace(kind, by, version)}
          say={say}
        />
      ))}
      <p className="vh" role="status">
        {said}
      </p>
    </section>
  )
}
