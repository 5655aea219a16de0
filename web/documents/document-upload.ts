import { DOCUMENT_WORDS, type DocumentKind } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { isCallFailed } from '../call.ts'
import { loadChunk } from '../load-chunk.ts'
import { sha256 } from '../sending/send-application.ts'
import { fileError, refusalOf, sendDocument, type SentDocument } from '../sending/send-document.ts'

export type UploadProgress =
  /** No upload: no file was chosen, or the file has arrived. */
  | { is: 'idle' }
  | { is: 'preparing'; name: string }
  | { is: 'sending'; name: string; sent: number; size: number }
  /** There is no network, or the server had no time. This page holds the file and sends it again. */
  | { is: 'waiting'; name: string; size: number }
  | { is: 'refused'; sentence: string }

/** A file that has not arrived. `sha256`: the hash of its content; undefined until it is computed. */
export type PendingFile = { file: File; sha256: string | undefined }

type Upload = {
  applicationId: number
  kind: DocumentKind
  progress: UploadProgress
  listeners: Set<() => void>
  onSent: (sent: SentDocument) => void
  /** The file that waits for the next try. */
  waitingFile: File | undefined
  /** The file that was chosen and has not arrived. */
  pending: PendingFile | undefined
  /** True while the chosen file is made smaller, or its hash is not known yet. */
  isPreparing: boolean
  hasArrived: boolean
  /** Cancels the present try to upload the file. The result of that try is ignored. */
  canceller: AbortController
  retryTimer: ReturnType<typeof setTimeout> | undefined
  /** How many tries failed since the file was chosen or the network came back. */
  retries: number
  onNetworkBack: () => void
}

export const IDLE: UploadProgress = { is: 'idle' }
/** The pauses between tries to upload. The browser does not say when a broken connection works again. */
const RETRY_PAUSES_MS = [5_000, 15_000, 30_000]
const LONGEST_PAUSE_MS = 60_000

/** Headers for the uploads of an application that has a ticket. They prove that the ticket names the file. */
const ticketHeaders = new Map<number, () => Promise<Record<string, string>>>()
export const setTicketHeaders = (applicationId: number, headers: () => Promise<Record<string, string>>) =>
  void ticketHeaders.set(applicationId, headers)

const settledListeners = new Set<(applicationId: number) => void>()
/** Calls `listener` when a file has arrived, or was refused for good. Returns how to stop. */
export const whenSettled = (listener: (applicationId: number) => void) => {
  settledListeners.add(listener)
  return () => void settledListeners.delete(listener)
}
const reportSettled = ({ applicationId }: Upload) => {
  for (const listener of settledListeners) listener(applicationId)
}

const callListeners = ({ listeners }: Upload) => {
  for (const listener of listeners) listener()
}
const setProgress = (upload: Upload, progress: UploadProgress) => {
  upload.progress = progress
  callListeners(upload)
}

/** Cancels the present try to upload. Returns the signal of the next try. */
function startOver(upload: Upload): AbortSignal {
  clearTimeout(upload.retryTimer)
  upload.canceller.abort()
  upload.canceller = new AbortController()
  upload.waitingFile = undefined
  upload.pending = undefined
  upload.isPreparing = false
  upload.hasArrived = false
  return upload.canceller.signal
}

async function sendFile(upload: Upload, file: File, signal: AbortSignal): Promise<SentDocument> {
  const { applicationId, kind } = upload
  const { name, size } = file
  const headers = (await ticketHeaders.get(applicationId)?.()) ?? {}
  const onProgress = (sent: number) =>
    !signal.aborted && setProgress(upload, { is: 'sending', name, sent, size })
  return sendDocument({ applicationId, kind, file, headers, onProgress, signal })
}

function retryLater(upload: Upload, file: File) {
  upload.waitingFile = file
  setProgress(upload, { is: 'waiting', name: file.name, size: file.size })
  addEventListener('online', upload.onNetworkBack, { once: true })
  const pauseMs = RETRY_PAUSES_MS[upload.retries++] ?? LONGEST_PAUSE_MS
  upload.retryTimer = setTimeout(() => sendAgain(upload), pauseMs)
}

/** Refuses a file that this device cannot read: no later try would succeed. */
function refuseUnreadable(upload: Upload) {
  upload.pending = undefined
  upload.isPreparing = false
  setProgress(upload, { is: 'refused', sentence: DOCUMENT_WORDS.damaged })
  reportSettled(upload)
}

/** Refuses the file if the server gave a verdict about it. Otherwise sends it again later. */
function refuseOrRetry(upload: Upload, file: File, error: unknown) {
  const sentence = refusalOf(error)
  if (sentence === undefined) return retryLater(upload, file)
  setProgress(upload, { is: 'refused', sentence })
  // If the application gets a ticket, the file is accepted after the deadline too. So it stays pending.
  if (isCallFailed(error) && error.body.code === 'job_closed') return
  upload.pending = undefined
  reportSettled(upload)
}

async function send(upload: Upload, file: File) {
  // `startOver` forgets the file's hash. Another try with the same file uses it again.
  const knownHash = upload.pending?.file === file ? upload.pending.sha256 : undefined
  const signal = startOver(upload)
  // The file counts as pending before the first await, because the device stores what is pending.
  upload.pending = { file, sha256: knownHash }
  upload.isPreparing = true
  setProgress(upload, { is: 'sending', name: file.name, sent: 0, size: file.size })
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (signal.aborted) return
  if (!bytes) return refuseUnreadable(upload)
  try {
    const hash = await sha256(bytes)
    if (signal.aborted) return
    upload.pending = { file, sha256: hash }
    upload.isPreparing = false
    callListeners(upload)
    const sent = await sendFile(upload, file, signal)
    if (signal.aborted) return
    upload.pending = undefined
    upload.hasArrived = true
    setProgress(upload, IDLE)
    upload.onSent(sent)
    reportSettled(upload)
  } catch (error) {
    if (signal.aborted) return
    upload.isPreparing = false
    refuseOrRetry(upload, file, error)
  }
}

function sendAgain(upload: Upload) {
  if (upload.waitingFile) void send(upload, upload.waitingFile)
}

/**
 * Makes a photo smaller. That code is loaded only for photos; if it fails to load, the photo is sent as it
 * is.
 */
const smaller = (file: File) =>
  file.type.startsWith('image/')
    ? loadChunk(() => import('./shrink-image.ts')).then(
        ({ shrinkImage }) => shrinkImage(file),
        () => file,
      )
    : Promise.resolve(file)

async function choose(upload: Upload, chosen: File) {
  const signal = startOver(upload)
  upload.retries = 0
  upload.isPreparing = true
  setProgress(upload, { is: 'preparing', name: chosen.name })
  const file = await smaller(chosen)
  if (signal.aborted) return
  const sentence = fileError(file)
  if (sentence === undefined) return send(upload, file)
  upload.isPreparing = false
  setProgress(upload, { is: 'refused', sentence })
}

/** Resolves once a chosen file has its final content and its hash, or is not sent at all. */
const whenPrepared = (upload: Upload) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (upload.isPreparing) return
      upload.listeners.delete(check)
      resolve()
    }
    upload.listeners.add(check)
    check()
  })

function whyNeverArrives({ pending, hasArrived, progress }: Upload): string | undefined {
  if (pending || hasArrived) return undefined
  if (progress.is === 'refused') return progress.sentence
  return progress.is === 'idle' ? SENDING_WORDS.fileLost : undefined
}

/** The upload of one document. It continues while the person is at another step. */
export function createUpload(applicationId: number, kind: DocumentKind) {
  const upload: Upload = {
    applicationId,
    kind,
    progress: IDLE,
    listeners: new Set(),
    onSent: () => {},
    waitingFile: undefined,
    pending: undefined,
    isPreparing: false,
    hasArrived: false,
    canceller: new AbortController(),
    retryTimer: undefined,
    retries: 0,
    // The first try after the event `online` often comes too early, so the next one must follow soon.
    onNetworkBack: () => {
      upload.retries = 0
      sendAgain(upload)
    },
  }
  return {
    /** Sets the listener for the file's arrival. The last one is called, even if its field is gone. */
    whenSent: (listener: (sent: SentDocument) => void) => void (upload.onSent = listener),
    progress: () => upload.progress,
    subscribe: (listener: () => void) => {
      upload.listeners.add(listener)
      return () => void upload.listeners.delete(listener)
    },
    choose: (file: File) => choose(upload, file),
    sendAgain: () => sendAgain(upload),
    pending: () => upload.pending,
    whenPrepared: () => whenPrepared(upload),
    /** Why the file can never arrive from this device; undefined while it may. */
    whyNeverArrives: () => whyNeverArrives(upload),
    /** Sends a file again that was refused because of the deadline: now the application has a ticket. */
    sendUnderTicket: () => {
      if (upload.progress.is === 'refused' && upload.pending) void send(upload, upload.pending.file)
    },
    resume: (file: File) => void send(upload, file),
    stop: () => {
      startOver(upload)
      setProgress(upload, IDLE)
    },
    refuse: (sentence: string) => setProgress(upload, { is: 'refused', sentence }),
  }
}
