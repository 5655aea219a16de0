import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { DOCUMENT_WORDS, type DocumentKind, MEDIA_TYPES, sizeInWords } from '#contract/documents/documents.ts'
import { call, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { FieldError } from '../form/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { Document } from './form-context.ts'
import type { UploadProgress } from '../documents/document-upload.ts'
import { useUpload } from '../documents/use-upload.ts'

const ACCEPT = [...Object.values(MEDIA_TYPES), '.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'].join(',')
const OFFLINE = t`You are offline. Your file is kept here. Try again when the network is back.`

/** The id of the field for a kind of document. */
export const documentFieldId = (kind: DocumentKind) => `document-${kind}-field`

type FieldProps = {
  applicationId: number
  kind: DocumentKind
  /** The name of the document, for people. */
  name: string
  /** `Required` or `If you have it`; absent unless the job requires only some of its documents. */
  requirement: string | undefined
  document: Document | undefined
  /** Why the application was not submitted with this file. */
  submitError: string | undefined
  /** Called after an upload or a removal, with the version that the application has since then. */
  onDocument: (document: Document | undefined, version: number) => void
  /** Announces a sentence to screen readers. */
  announce: (sentence: string) => void
}

const STATES: Record<Document['state'], string> = {
  unscanned: t`We received this file and are checking it for viruses. You can continue.`,
  clean: t({ message: 'Received', context: 'file' }),
  refused: t`Not kept`,
}

/** Removes the stored file. `refuse` shows why it failed. */
function useRemoval(
  { applicationId, kind, name, onDocument, announce }: FieldProps,
  refuse: (sentence: string) => void,
) {
  const { busy: isRemoving, run } = useOneAtATime()
  const box = useRef<HTMLDivElement>(null)
  const remove = async () => {
    try {
      const { version } = await call('DELETE /api/job-applications/{id}/documents/{kind}/', {
        params: { id: applicationId, kind },
      })
      onDocument(undefined, version)
      announce(t`${name} removed`)
      // The pressed button is gone from the page, so the focus moves to the box.
      box.current?.focus()
    } catch (error) {
      refuse(isCallFailed(error) && error.status !== NO_ANSWER ? error.message : OFFLINE)
    }
  }
  return { isRemoving, remove: () => run(remove), box }
}

type OngoingUpload = Exclude<UploadProgress, { is: 'idle' | 'refused' }>
const isOngoing = (progress: UploadProgress): progress is OngoingUpload =>
  progress.is !== 'idle' && progress.is !== 'refused'

/** A document's error. A new upload hides the error of the last submit: its file may be the right one. */
const errorOf = (progress: UploadProgress, { document, submitError }: FieldProps): string | undefined => {
  if (progress.is === 'refused') return progress.sentence
  // Without a stored reason, the file was refused for a virus.
  if (document?.state === 'refused') return DOCUMENT_WORDS[document.fault ?? 'infected']
  return isOngoing(progress) ? undefined : submitError
}

/** The field of one document: the stored file, the way to add one, or the progress of an upload. */
export function DocumentField(props: FieldProps) {
  const { applicationId, kind, name, requirement, document, submitError, onDocument, announce } = props
  const id = `document-${kind}`
  const { progress, choose, sendAgain, stop, refuse } = useUpload({
    applicationId,
    kind,
    onSent({ document: sent, version }) {
      onDocument(sent, version)
      announce(`${name}: ${sent.name}, ${sizeInWords(sent.size)}. ${STATES[sent.state]}`)
    },
  })
  const { isRemoving, remove, box } = useRemoval(props, refuse)
  const error = errorOf(progress, props)
  return (
    <div
      className={error ? 'field mt5 bad' : 'field mt5'}
      ref={box}
      id={documentFieldId(kind)}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
    >
      <p className="label" id={id}>
        {name}
        {requirement && <span className="opt"> {requirement}</span>}
      </p>
      <div role="alert">
        <FieldError id={id} sentence={error} />
      </div>
      {isOngoing(progress) ? (
        <Progress progress={progress} name={name} onSendAgain={sendAgain} onStop={stop} />
      ) : (
        <>
          {document && (
            <StoredFile
              // A file that prevented the submit is shown as refused.
              document={submitError ? { ...document, state: 'refused' } : document}
              name={name}
              isRemoving={isRemoving}
              onRemove={remove}
            />
          )}
          <FileChooser id={id} name={name} replaces={document !== undefined} onChoose={choose} />
        </>
      )}
    </div>
  )
}

const STATE_ICONS = { clean: 'tick', refused: 'x', unscanned: 'clock' } as const

function StoredFile({
  document,
  name,
  isRemoving,
  onRemove,
}: {
  document: Document
  name: string
  isRemoving: boolean
  onRemove: () => Promise<void>
}) {
  return (
    <div className="record added">
      <div>
        <h3 className="any">{document.name}</h3>
        <p className="small quiet num">
          {document.type.toUpperCase()}, {sizeInWords(document.size)}
        </p>
        <p className={document.state === 'clean' ? 'small got' : 'small'}>
          <Icon name={STATE_ICONS[document.state]} size="icon-small" /> {STATES[document.state]}
        </p>
      </div>
      <p className="actions">
        <button className="link" type="button" aria-disabled={isRemoving} onClick={() => void onRemove()}>
          {isRemoving ? t`Removing...` : t`Remove`}
          <span className="sr-only"> {name}</span>
        </button>
      </p>
    </div>
  )
}

type ChooserProps = {
  id: string
  name: string
  /** True if the server already has a file for this document. */
  replaces: boolean
  onChoose: (file: File) => Promise<void>
}

/** Chooses a file from the device or, on a phone, takes a photo of the paper. */
function FileChooser({ id, name, replaces, onChoose }: ChooserProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const photoInput = useRef<HTMLInputElement>(null)
  const takeFileOf = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (file) void onChoose(file)
    // Without this reset, the browser would ignore a second choice of the same file.
    input.value = ''
  }
  return (
    <p className="btn-row mt2">
      <button className="btn btn-2" type="button" onClick={() => fileInput.current?.click()}>
        <Icon name="page" /> {replaces ? t`Replace the file` : t`Choose a file`}
        <span className="sr-only"> {t`for ${name}`}</span>
      </button>
      <button className="btn btn-2 by-camera" type="button" onClick={() => photoInput.current?.click()}>
        <Trans>
          Take a photo
          <span className="sr-only"> of {name}</span>
        </Trans>
      </button>
      <input
        ref={fileInput}
        id={`${id}-file`}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => takeFileOf(event.currentTarget)}
      />
      <input
        ref={photoInput}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={(event) => takeFileOf(event.currentTarget)}
      />
    </p>
  )
}

function Progress({
  progress,
  name,
  onSendAgain,
  onStop,
}: {
  progress: OngoingUpload
  /** The name of the document. The name of the file is in `progress`. */
  name: string
  onSendAgain: () => void
  onStop: () => void
}) {
  const { name: fileName } = progress
  if (progress.is === 'preparing')
    return (
      <p className="callout small any" role="status">
        <Trans>Making {fileName} ready to send...</Trans>
      </p>
    )
  if (progress.is === 'waiting')
    return (
      <div className="callout is-amber" role="status">
        <p className="any">
          <Trans>
            You are offline, or very many people are here. {fileName} is kept here. It will be sent when the
            network is back. Keep this page open. You can continue with the other answers.
          </Trans>
        </p>
        <p className="btn-row mt2">
          <button className="link" type="button" onClick={onSendAgain}>
            <Trans>
              Send it now<span className="sr-only">: {name}</span>
            </Trans>
          </button>
          <button className="link" type="button" onClick={onStop}>
            <Trans>
              Leave it out<span className="sr-only">: {name}</span>
            </Trans>
          </button>
        </p>
      </div>
    )
  const { sent, size } = progress
  const sentSize = sizeInWords(sent)
  const wholeSize = sizeInWords(size)
  return (
    <div className="callout sending">
      <p className="any bold">{fileName}</p>
      <progress max={size} value={sent} aria-label={t`${name}: sent so far`} />
      <p className="row between small num">
        <span>{sent < size ? t`${sentSize} of ${wholeSize} sent` : t`${wholeSize} sent; checking...`}</span>
        <button className="link" type="button" onClick={onStop}>
          <Trans>
            Stop<span className="sr-only"> sending {name}</span>
          </Trans>
        </button>
      </p>
    </div>
  )
}
