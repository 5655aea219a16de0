import { useEffect, useSyncExternalStore } from 'react'
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { isCallFailed } from '../call.ts'
import { sha256 } from '../sending/send-application.ts'
import { fileError, refusalOf, sendDocument, type SentDocument } from '../sending/send-document.ts'
import { shrinkImage } from './shrink-image.ts'

/** The state of a document's upload. */
export type Upload =
  | { at: 'rest' }
  | { at: 'preparing'; name: string }
  | { at: 'sending'; name: string; sent: number; size: number }
  /** There is no network. The file is still here and is sent when the network is back. */
  | { at: 'waiting'; name: string; size: number }
  | { at: 'refused'; sentence: string }

const REST: Upload = { at: 'rest' }
/** A broken connection does not tell the browser when it is back: retry with growing pauses. */
const PAUSES_MS = [5_000, 15_000, 30_000, 60_000]

/**
 * Upload headers, by application that is being sent. After the deadline they prove that its ticket names the
 * file.
 */
const tickets = new Map<number, () => Promise<Record<string, string>>>()
/** Called when a file has arrived, or was refused for good. */
const settled = new Set<(applicationId: number) => void>()

/** The upload of one document. It continues while the person is at another step. */
function startWay(applicationId: number, kind: DocumentKind) {
  const listeners = new Set<() => void>()
  let upload: Upload = REST
  let onSent = (_sent: SentDocument) => {}
  let waiting: File | undefined
  /** The file in progress, and its SHA-256. */
  let pending: { file: File; sha256: string | undefined } | undefined
  let under = new AbortController()
  let arrived = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const tell = (next: Upload) => {
    upload = next
    for (const listener of listeners) listener()
  }
  /** Cancels the current upload; its result is ignored. */
  const anew = () => {
    clearTimeout(timer)
    under.abort()
    under = new AbortController()
    waiting = undefined
    pending = undefined
    arrived = false
    return under.signal
  }

  const send = async (file: File) => {
    const known = pending?.file === file ? pending.sha256 : undefined
    const signal = anew()
    // Set before the first await: the device stores what is pending.
    pending = { file, sha256: known }
    const { name, size } = file
    tell({ at: 'sending', name, sent: 0, size })
    try {
      const hash = await sha256(await file.arrayBuffer())
      if (signal.aborted) return
      pending = { file, sha256: hash }
      const headers = (await tickets.get(applicationId)?.()) ?? {}
      const onProgress = (sent: number) => !signal.aborted && tell({ at: 'sending', name, sent, size })
      const sent = await sendDocument({ applicationId, kind, file, headers, onProgress, signal })
      if (signal.aborted) return
      pending = undefined
      arrived = true
      tell(REST)
      onSent(sent)
      for (const listener of settled) listener(applicationId)
    } catch (error) {
      if (signal.aborted) return
      const sentence = refusalOf(error)
      // With a ticket, the file is accepted after the deadline too.
      const isLate = isCallFailed(error) && error.body.code === 'job_closed'
      if (sentence !== undefined) {
        tell({ at: 'refused', sentence })
        if (isLate) return
        pending = undefined
        for (const listener of settled) listener(applicationId)
        return
      }
      waiting = file
      tell({ at: 'waiting', name, size })
      addEventListener('online', networkBack, { once: true })
      timer = setTimeout(way.again, PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)])
    }
  }
  // The first try after `online` often comes too early: the next must not wait as long as without a network.
  const networkBack = () => {
    tries = 0
    way.again()
  }
  const way = {
    /** Sets who is notified of the arrival: the last caller, even if it is no longer shown. */
    whenSent: (listener: (sent: SentDocument) => void) => void (onSent = listener),
    upload: () => upload,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async choose(chosen: File) {
      const signal = anew()
      tries = 0
      tell({ at: 'preparing', name: chosen.name })
      const file = await shrinkImage(chosen)
      if (signal.aborted) return
      const sentence = fileError(file)
      if (sentence !== undefined) return tell({ at: 'refused', sentence })
      return send(file)
    },
    again: () => void (waiting && send(waiting)),
    pending: () => pending,
    /** Why the file can never come from here; undefined while it may. */
    never: () => {
      if (pending || arrived) return undefined
      return upload.at === 'refused'
        ? upload.sentence
        : upload.at === 'rest'
          ? SENDING_WORDS.fileLost
          : undefined
    },
    /** The application has a ticket: a file that was refused because of the deadline is sent again. */
    underTicket: () => void (upload.at === 'refused' && pending && send(pending.file)),
    resume: (file: File) => void send(file),
    stop() {
      anew()
      tell(REST)
    },
    refuse: (sentence: string) => tell({ at: 'refused', sentence }),
  }
  return way
}

const ways = new Map<string, ReturnType<typeof startWay>>()
const wayOf = (applicationId: number, kind: DocumentKind) => {
  const key = `${applicationId} ${kind}`
  const way = ways.get(key) ?? startWay(applicationId, kind)
  ways.set(key, way)
  return way
}

const waysOf = (applicationId: number) =>
  DOCUMENT_KINDS.map((kind) => [kind, wayOf(applicationId, kind)] as const)

/** The files of an application that have not arrived, by kind; the submit names them. */
export const pendingFiles = (
  applicationId: number,
): Partial<Record<DocumentKind, { file: File; sha256: string | undefined }>> =>
  Object.fromEntries(
    waysOf(applicationId).flatMap(([kind, way]) => (way.pending() ? [[kind, way.pending()]] : [])),
  )

/** From now on the files are uploaded under this ticket. */
export const uploadUnder = (applicationId: number, headers: () => Promise<Record<string, string>>) => {
  tickets.set(applicationId, headers)
  for (const [, way] of waysOf(applicationId)) way.underTicket()
}

/** Continues with a file that this device stored. */
export const resumeUpload = (applicationId: number, kind: DocumentKind, file: File) =>
  wayOf(applicationId, kind).resume(file)

/** Why a file of an application can never come from here; undefined while it may. */
export const neverComes = (applicationId: number, kind: DocumentKind) => wayOf(applicationId, kind).never()

export const whenSettled = (listener: (applicationId: number) => void) => {
  settled.add(listener)
  return () => void settled.delete(listener)
}

type Doing = { applicationId: number; kind: DocumentKind; onSent: (sent: SentDocument) => void }

/**
 * Uploads a chosen file: a photo is made smaller first. It retries automatically when the network is back.
 */
export function useUpload({ applicationId, kind, onSent }: Doing) {
  const way = wayOf(applicationId, kind)
  useEffect(() => way.whenSent(onSent))
  return { ...way, upload: useSyncExternalStore(way.subscribe, way.upload, () => REST) }
}
