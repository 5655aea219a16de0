import {
  DOCUMENT,
  DOCUMENT_TYPES,
  DOCUMENT_WORDS,
  type DocumentKind,
  MEDIA_TYPES,
} from '#contract/documents/documents.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { address, callHeads, firstOf, sessionEvents, PATIENCE_MS, refused, networkError } from '../api.ts'
import { type CallFailed, isCallFailed } from '../call.ts'
import { isTemporary } from './verdicts.ts'

export type SentDocument = Reply<'PUT /api/job-applications/{id}/documents/{kind}/'>
type Sending = {
  applicationId: number
  kind: DocumentKind
  file: File
  /** The ticket headers, when the file follows its application. */
  headers: Record<string, string>
  onProgress: (sent: number) => void
  signal: AbortSignal
}

const KEY = 'PUT /api/job-applications/{id}/documents/{kind}/'
const hasAcceptedType = ({ name, type }: File) =>
  new RegExp(`\\.(?:${DOCUMENT_TYPES.join('|')}|jpeg)$`, 'i').test(name) ||
  (Object.values(MEDIA_TYPES) as string[]).includes(type)

/** What can be said of a file before any of it is sent; undefined if nothing is wrong. */
export const fileError = (file: File): string | undefined => {
  if (file.size === 0) return DOCUMENT_WORDS.empty
  if (!hasAcceptedType(file)) return DOCUMENT_WORDS.wrongType
  return file.size > DOCUMENT.maxBytes ? DOCUMENT_WORDS.tooLarge : undefined
}

const parsed = <T>(text: string): Partial<T> | undefined => {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

// XMLHttpRequest, because fetch reports no upload progress.
const upload = async ({
  applicationId,
  kind,
  file,
  headers,
  onProgress,
  signal,
}: Sending): Promise<SentDocument> => {
  const heads = await callHeads('PUT').catch(() => Promise.reject(networkError()))
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('PUT', address(KEY, { params: { id: applicationId, kind } }))
    for (const [name, value] of Object.entries({ ...heads, ...headers })) call.setRequestHeader(name, value)
    let timer: ReturnType<typeof setTimeout> | undefined
    const moves = () => {
      clearTimeout(timer)
      timer = setTimeout(() => call.abort(), PATIENCE_MS.head)
    }
    moves()
    call.addEventListener('loadend', () => clearTimeout(timer))
    call.upload.addEventListener('progress', (event) => {
      moves()
      onProgress(Math.min(event.loaded, file.size))
    })
    call.addEventListener('load', () => {
      const body = parsed<SentDocument & RefusalBody>(call.responseText)
      if (call.status < 200 || call.status > 299)
        return reject(
          refused(heads, call.status, body ?? {}, Number(call.getResponseHeader('retry-after')) || undefined),
        )
      // Not our server: a network that requires a login has answered in its place.
      if (!body?.document) return reject(networkError())
      const expires = call.getResponseHeader('x-session-expires')
      if (expires) sessionEvents.sessionExpires(expires)
      resolve(body as SentDocument)
    })
    call.addEventListener('error', () => reject(networkError()))
    call.addEventListener('abort', () => reject(networkError()))
    signal.addEventListener('abort', () => call.abort())
    const form = new FormData()
    form.append('file', file, file.name)
    call.send(form)
  })
}

/** Sends one document. @throws CallFailed */
export const sendDocument = (sending: Sending): Promise<SentDocument> =>
  upload(sending).catch((error: CallFailed) =>
    error.body?.code === 'csrf' ? upload(sending) : Promise.reject(error),
  )

/**
 * Why a document was not accepted, in the words for its field; undefined if the server did not answer or had
 * no time.
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!isCallFailed(error) || isTemporary(error)) return undefined
  return firstOf(error.body, ['file', 'non_field_errors', 'message']) ?? DOCUMENT_WORDS.broken
}
