import { useEffect, useSyncExternalStore } from 'react'
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import type { SentDocument } from '../sending/send-document.ts'
import { createUpload, IDLE, type PendingFile, setTicketHeaders } from './document-upload.ts'

/** Every upload of this page, by application and kind of document. */
const uploads = new Map<string, ReturnType<typeof createUpload>>()
const uploadOf = (applicationId: number, kind: DocumentKind) => {
  const key = `${applicationId} ${kind}`
  const upload = uploads.get(key) ?? createUpload(applicationId, kind)
  uploads.set(key, upload)
  return upload
}

/** The files of an application that have not arrived, by kind; the submit names them. */
export const pendingFiles = (applicationId: number): Partial<Record<DocumentKind, PendingFile>> =>
  Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => {
      const pending = uploadOf(applicationId, kind).pending()
      return pending ? [[kind, pending]] : []
    }),
  )

/** Resolves once every chosen file of an application has its hash, so that the submit can name it. */
export const filesPrepared = (applicationId: number) =>
  Promise.all(DOCUMENT_KINDS.map((kind) => uploadOf(applicationId, kind).whenPrepared()))

/** From now on, the files of this application are uploaded under its ticket. */
export const uploadWithTicketHeaders = (
  applicationId: number,
  headers: () => Promise<Record<string, string>>,
) => {
  setTicketHeaders(applicationId, headers)
  for (const kind of DOCUMENT_KINDS) uploadOf(applicationId, kind).sendUnderTicket()
}

/** Continues with a file that this device stored. */
export const resumeUpload = (applicationId: number, kind: DocumentKind, file: File) =>
  uploadOf(applicationId, kind).resume(file)

/** Why a file of an application can never arrive from this device; undefined while it may. */
export const whyNeverArrives = (applicationId: number, kind: DocumentKind) =>
  uploadOf(applicationId, kind).whyNeverArrives()

type UploadProps = { applicationId: number; kind: DocumentKind; onSent: (sent: SentDocument) => void }

/**
 * Uploads a chosen file, after making a photo smaller. When the network is back, it tries again
 * automatically.
 */
export function useUpload({ applicationId, kind, onSent }: UploadProps) {
  const upload = uploadOf(applicationId, kind)
  // Every render sets the newest listener.
  useEffect(() => upload.whenSent(onSent))
  return { ...upload, progress: useSyncExternalStore(upload.subscribe, upload.progress, () => IDLE) }
}
