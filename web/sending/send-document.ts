import {
  DOCUMENT,
  FILE_TYPES,
  DOCUMENT_WORDS,
  type DocumentKind,
  MEDIA_TYPES,
} from '#contract/documents/documents.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import {
  address,
  callHeaders,
  firstOf,
  sessionEvents,
  PATIENCE_MS,
  refusalError,
  requestError,
  networkError,
} from '../api.ts'
import { isCallFailed } from '../call.ts'
import { isTemporary } from './verdicts.ts'

export type SentDocument = Reply<'PUT /api/job-applications/{id}/documents/{kind}/'>
type Sending = {
  applicationId: number
  kind: DocumentKind
  file: File
  /** The headers with the ticket, if the file is sent after its application. */
  headers: Record<string, string>
  /** Called with the number of bytes that are sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

const KEY = 'PUT /api/job-applications/{id}/documents/{kind}/'
/** Whether the file's type is accepted, by its name's ending (`cv.PDF`) or the browser's media type. */
const hasAcceptedType = ({ name, type }: File) =>
  new RegExp(`\\.(?:${FILE_TYPES.join('|')}|jpeg)$`, 'i').test(name) ||
  (Object.values(MEDIA_TYPES) as string[]).includes(type)

/** What is wrong with a file, as far as that is known before the upload; undefined if nothing is. */
export const fileError = (file: File): string | undefined => {
  if (file.size === 0) return DOCUMENT_WORDS.empty
  if (!hasAcceptedType(file)) return DOCUMENT_WORDS.wrongType
  return file.size > DOCUMENT.maxBytes ? DOCUMENT_WORDS.tooLarge : undefined
}

/** The body of an answer. Undefined if it is not JSON, for example from a network that requires a login. */
const parseBody = (text: string): Partial<SentDocument & RefusalBody> | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The stored document from an answer. @throws CallFailed, if the answer has none */
function documentIn(answer: XMLHttpRequest, requestHeaders: Record<string, string>): SentDocument {
  const body = parseBody(answer.responseText)
  if (answer.status < 200 || answer.status > 299) {
    // As in api.ts: without our JSON, a filter in the visitor's network has answered, not the server.
    if (!body && answer.status < 500 && answer.status !== 413) throw networkError()
    const retryAfter = Number(answer.getResponseHeader('retry-after')) || undefined
    throw refusalError(requestHeaders, answer.status, body ?? {}, retryAfter)
  }
  const { document, version } = body ?? {}
  // This answer is not from our server: a network that requires a login has answered instead.
  if (!document || version === undefined) throw networkError()
  const expires = answer.getResponseHeader('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  return { document, version }
}

/** Aborts a request if no data was sent for some time. After all is sent, the answer has the same time. */
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

// The upload uses XMLHttpRequest, because fetch does not report the progress of an upload.
async function upload({ applicationId, kind, file, headers, onProgress, signal }: Sending) {
  const requestHeaders = await callHeaders('PUT').catch((error: unknown) =>
    Promise.reject(requestError(error)),
  )
  // The person has removed or replaced the document while the call's headers were fetched.
  if (signal.aborted) throw networkError()
  return new Promise<SentDocument>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address(KEY, { params: { id: applicationId, kind } }))
    for (const [name, value] of Object.entries({ ...requestHeaders, ...headers }))
      request.setRequestHeader(name, value)
    abortWhenStuck(request)
    // `loaded` can be more than the file's size, because it also counts the form around the file.
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    request.addEventListener('load', () => {
      try {
        resolve(documentIn(request, requestHeaders))
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

/**
 * Sends one document. If the server refuses the page's CSRF token, `refusalError` drops it (api.ts). So the
 * second upload fetches a new one.
 * @throws CallFailed
 */
export const sendDocument = (sending: Sending): Promise<SentDocument> =>
  upload(sending).catch((error: unknown) =>
    isCallFailed(error) && error.body.code === 'csrf' ? upload(sending) : Promise.reject(error),
  )

/**
 * Why the server did not accept a document, in the words for its field. Undefined if the server did not
 * answer or had no time.
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!isCallFailed(error) || isTemporary(error)) return undefined
  return firstOf(error.body, ['file', 'non_field_errors', 'message']) ?? DOCUMENT_WORDS.broken
}
