import { useRef, useState } from 'react'
import { DOCUMENT_WORDS, type DocumentKind, MEDIA_TYPES, sizeInWords } from '#contract/documents/documents.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { FieldError } from '../form/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Document } from './form-context.ts'
import { type Upload, useUpload } from './use-upload.ts'

const ACCEPT = [...Object.values(MEDIA_TYPES), '.pdf', '.doc', '.docx', '.jpg', '.jpeg', '.png'].join(',')
const OFFLINE = 'You are offline. What you added is kept; try again when the network is back.'

/** The id of this document's field. */
export const documentField = (kind: DocumentKind) => `document-${kind}-field`

type FieldProps = {
  applicationId: number
  kind: DocumentKind
  /** The name that people read. */
  name: string
  /** `Required` or `If you have it`, where the job requires only some of its documents. */
  mark: string | undefined
  document: Document | undefined
  /** Why the application was not submitted. */
  sentence: string | undefined
  onDocument: (document: Document | undefined, version: number) => void
  /** Announces a sentence to screen readers. */
  announce: (sentence: string) => void
}

const STATES: Record<Document['state'], string> = {
  unscanned: 'Received; being checked for viruses. You can continue.',
  clean: 'Received',
  refused: 'Not kept',
}

/** One document: the stored file, or how to add one, or the progress of its upload. */
export function DocumentField({
  applicationId,
  kind,
  name,
  mark,
  document,
  sentence,
  onDocument,
  announce,
}: FieldProps) {
  const id = `document-${kind}`
  const [removing, setRemoving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { upload, choose, again, stop, refuse } = useUpload({
    applicationId,
    kind,
    onSent({ document: sent, version }) {
      onDocument(sent, version)
      announce(`${name}: ${sent.name}, ${sizeInWords(sent.size)}. ${STATES[sent.state]}`)
    },
  })
  const remove = async () => {
    setRemoving(true)
    try {
      const { version, message } = await call('DELETE /api/job-applications/{id}/documents/{kind}/', {
        params: { id: applicationId, kind },
      })
      onDocument(undefined, version)
      announce(message)
      // The pressed button has unmounted: move the focus to the box.
      box.current?.focus()
    } catch (error) {
      refuse(isCallFailed(error) && error.status > 0 ? error.message : OFFLINE)
    } finally {
      setRemoving(false)
    }
  }
  const busy = upload.at === 'preparing' || upload.at === 'sending' || upload.at === 'waiting'
  const error =
    upload.at === 'refused'
      ? upload.sentence
      : document?.state === 'refused'
        ? DOCUMENT_WORDS[document.fault ?? 'infected']
        : busy
          ? undefined
          : sentence
  return (
    <div
      className={error ? 'field mt5 bad' : 'field mt5'}
      ref={box}
      id={documentField(kind)}
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
    >
      <p className="label" id={id}>
        {name}
        {mark && <span className="opt"> {mark}</span>}
      </p>
      <div role="alert">
        <FieldError id={id} sentence={error} />
      </div>
      {busy ? (
        <OnItsWay upload={upload} name={name} again={again} stop={stop} />
      ) : (
        <>
          {document && (
            <Added
              document={sentence ? { ...document, state: 'refused' } : document}
              name={name}
              removing={removing}
              remove={remove}
            />
          )}
          <Choosers id={id} name={name} replaces={document !== undefined} choose={choose} />
        </>
      )}
    </div>
  )
}

function Added({
  document,
  name,
  removing,
  remove,
}: {
  document: Document
  name: string
  removing: boolean
  remove: () => Promise<void>
}) {
  return (
    <div className="record added">
      <div>
        <h3 className="any">{document.name}</h3>
        <p className="small quiet num">
          {document.type.toUpperCase()}, {sizeInWords(document.size)}
        </p>
        <p className={document.state === 'clean' ? 'small got' : 'small'}>
          <Icon
            name={document.state === 'clean' ? 'tick' : document.state === 'refused' ? 'x' : 'clock'}
            size="i-s"
          />{' '}
          {STATES[document.state]}
        </p>
      </div>
      <p className="actions">
        <button
          className="link"
          type="button"
          aria-disabled={removing}
          onClick={() => !removing && void remove()}
        >
          {removing ? 'Removing...' : 'Remove'}
          <span className="sr-only"> {name}</span>
        </button>
      </p>
    </div>
  )
}

type ChoosersProps = { id: string; name: string; replaces: boolean; choose: (file: File) => Promise<void> }

/** Chooses a file from the device or, on a phone, takes a photo of the paper. */
function Choosers({ id, name, replaces, choose }: ChoosersProps) {
  const file = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (file) void choose(file)
    // Allows choosing the same file again.
    input.value = ''
  }
  return (
    <p className="btn-row mt2">
      <button className="btn btn-2" type="button" onClick={() => file.current?.click()}>
        <Icon name="page" /> {replaces ? 'Replace the file' : 'Choose a file'}
        <span className="sr-only"> for {name}</span>
      </button>
      <button className="btn btn-2 by-camera" type="button" onClick={() => photo.current?.click()}>
        Take a photo
        <span className="sr-only"> of {name}</span>
      </button>
      <input
        ref={file}
        id={`${id}-file`}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => chosen(event.currentTarget)}
      />
      <input
        ref={photo}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        onChange={(event) => chosen(event.currentTarget)}
      />
    </p>
  )
}

function OnItsWay({
  upload,
  name,
  again,
  stop,
}: {
  upload: Upload
  name: string
  again: () => void
  stop: () => void
}) {
  if (upload.at === 'preparing')
    return (
      <p className="callout small any" role="status">
        Making {upload.name} ready to send...
      </p>
    )
  if (upload.at === 'waiting')
    return (
      <div className="callout is-amber" role="status">
        <p className="any">
          You are offline, or very many people are here. {upload.name} is kept here. It will be sent when the
          network is back. Keep this page open. You can continue with the other answers.
        </p>
        <p className="btn-row mt2">
          <button className="link" type="button" onClick={again}>
            Send it now<span className="sr-only">: {name}</span>
          </button>
          <button className="link" type="button" onClick={stop}>
            Leave it out<span className="sr-only">: {name}</span>
          </button>
        </p>
      </div>
    )
  if (upload.at !== 'sending') return null
  const { sent, size } = upload
  return (
    <div className="callout sending">
      <p className="any bold">{upload.name}</p>
      <progress max={size} value={sent} aria-label={`${name}: sent so far`} />
      <p className="row between small num">
        <span>
          {sent < size
            ? `${sizeInWords(sent)} of ${sizeInWords(size)} sent`
            : `${sizeInWords(size)} sent; checking...`}
        </span>
        <button className="link" type="button" onClick={stop}>
          Stop<span className="sr-only"> sending {name}</span>
        </button>
      </p>
    </div>
  )
}
