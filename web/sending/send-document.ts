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
import { isCallFailed } from '../call.ts'
import { isTemporary } from './verdicts.ts'

export type SentDocument = Reply<'PUT /api/job-applications/{id}/documents/{kind}/'>
type Sending = {
  applicationId: number
  kind: DocumentKind
  file: File
  /** The ticket headers, when the file follows its application. */
  headers: Record<string, string>
  /** Called with the number of bytes that are sent. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

const KEY = 'PUT /api/job-applications/{id}/documents/{kind}/'
/** By the ending of the name, such as `cv.PDF`, or by the media type that the browser gives. */
const hasAcceptedType = ({ name, type }: File) =>
  new RegExp(`\\.(?:${DOCUMENT_TYPES.join('|')}|jpeg)$`, 'i').test(name) ||
  (Object.values(MEDIA_TYPES) as string[]).includes(type)

/** What can be said of a file before any of it is sent; undefined if nothing is wrong. */
export const fileError = (file: File): string | undefined => {
  if (file.size === 0) return DOCUMENT_WORDS.empty
  if (!hasAcceptedType(file)) return DOCUMENT_WORDS.wrongType
  return file.size > DOCUMENT.maxBytes ? DOCUMENT_WORDS.tooLarge : undefined
}

/** The body of an answer; undefined if it is not JSON, as the answer of a network that requires a login. */
const parseBody = (text: string): Partial<SentDocument & RefusalBody> | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The stored document in an answer. @throws CallFailed, if the answer has none */
function documentIn(answer: XMLHttpRequest, requestHeaders: Record<string, string>): SentDocument {
  const body = parseBody(answer.responseText)
  if (answer.status < 200 || answer.status > 299) {
    const retryAfter = Number(answer.getResponseHeader('retry-after')) || undefined
    throw refused(requestHeaders, answer.status, body ?? {}, retryAfter)
  }
  const { document, version } = body ?? {}
  // Not our server: a network that requires a login has answered in its place.
  if (!document || version === undefined) throw networkError()
  const expires = answer.getResponseHeader('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  return { document, version }
}

/** Aborts a request when nothing was sent or received for a while. */
function abortWhenStuck(request: XMLHttpRequest) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), PATIENCE_MS.head)
  }
  restartTimer()
  request.upload.addEventListener('progress', restartTimer)
  request.addEventListener('loadend', () => clearTimeout(timer))
}

// XMLHttpRequest, because fetch reports no upload progress.
async function upload({ applicationId, kind, file, headers, onProgress, signal }: Sending) {
  const callHeaders = await callHeads('PUT').catch(() => Promise.reject(networkError()))
  return new Promise<SentDocument>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address(KEY, { params: { id: applicationId, kind } }))
    for (const [name, value] of Object.entries({ ...callHeaders, ...headers }))
      request.setRequestHeader(name, value)
    abortWhenStuck(request)
    // The form around the file counts too, so `loaded` can be more than the file.
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    request.addEventListener('load', () => {
      try {
        resolve(documentIn(request, callHeaders))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(networkError()))
    request.addEventListener('abort', () => reject(networkError()))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file, file.name)
    request.send(form)
  })
}

/** Sends one document, with a new CSRF token if the page's was out of date. @throws CallFailed */
export const sendDocument = (sending: Sending): Promise<SentDocument> =>
  upload(sending).catch((error: unknown) =>
    isCallFailed(error) && error.body.code === 'csrf' ? upload(sending) : Promise.reject(error),
  )

/**
 * Why a document was not accepted, in the words for its field; undefined if the server did not answer or had
 * no time.
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!isCallFailed(error) || isTemporary(error)) return undefined
  return firstOf(error.body, ['file', 'non_field_errors', 'message']) ?? DOCUMENT_WORDS.broken
}
