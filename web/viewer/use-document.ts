import { useEffect, useState } from 'react'
import { t } from '@lingui/core/macro'
import type { DocumentKind, FileType } from '#contract/documents/documents.ts'
import { MEDIA_TYPES } from '#contract/documents/documents.ts'
import { isCallFailed } from '../call.ts'
import { loadChunk } from '../load-chunk.ts'
import { giveFile } from '../save-file.ts'
import { type CannotShowReason, type OpenedDocument, CannotShow } from './opened.ts'
import { useFile } from './use-file.ts'

/** The file types that can be drawn. Word files are left out, because no safe way to draw them exists. */
export type Drawable = Exclude<FileType, 'doc' | 'docx'>

/** The state of the document in the viewer. `cannot-show`: the file was read, but cannot be drawn. */
export type DocumentState =
  | { state: 'waiting' }
  | { state: 'opened'; opened: OpenedDocument }
  | { state: 'cannot-show'; reason: CannotShowReason }
  // `status`: the status of the failed call, or 0 if the server did not reply. `message` may be empty.
  | { state: 'failed'; status: number; message: string; onRetry: () => void }

const open = async (content: Blob, type: Drawable): Promise<OpenedDocument> => {
  if (type !== 'pdf')
    return loadChunk(() => import('./open-picture.ts')).then(({ openPicture }) =>
      openPicture(content, MEDIA_TYPES[type]),
    )
  const { openPdf } = await loadChunk(() => import('./open-pdf.ts'))
  return openPdf(content)
}

const VIEWER_NOT_STARTED = t`The document viewer did not start. You can try again, or save the file and open it with another program.`

type ReadResult = { content: Blob; opened?: OpenedDocument; error?: unknown }

/** Reads the bytes of a document after they are fetched. Undefined until that is done. */
function useReading(
  content: Blob | undefined,
  type: Drawable,
): [ReadResult | undefined, readAgain: () => void] {
  const [readResult, setReadResult] = useState<ReadResult>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!content) return
    let isCurrent = true
    const reading = open(content, type)
    reading.then(
      (opened) => isCurrent && setReadResult({ content, opened }),
      (error: unknown) => isCurrent && setReadResult({ content, error }),
    )
    return () => {
      isCurrent = false
      // The document may still be opening. It uses memory or a worker, so it is closed as soon as it is open.
      reading.then(
        (opened) => opened.close(),
        () => {},
      )
    }
  }, [content, type, attempt])
  const readAgain = () => {
    setReadResult(undefined)
    setAttempt(attempt + 1)
  }
  return [readResult?.content === content ? readResult : undefined, readAgain]
}

const failureOf = (error: unknown) =>
  isCallFailed(error) && error.status > 0
    ? { status: error.status, message: error.message }
    : { status: 0, message: '' }

/**
 * Fetches a document once, which makes one audit entry, and reads it. `saveFile` saves the same bytes that
 * are shown.
 */
export function useDocument(
  application: number,
  kind: DocumentKind,
  type: Drawable,
): { documentState: DocumentState; saveFile: (() => void) | undefined } {
  const { file, error, reload } = useFile(application, kind)
  const [readResult, readAgain] = useReading(file?.content, type)
  // The file is saved with a neutral type, so that it opens outside the browser.
  const saveFile =
    file && (() => giveFile(new Blob([file.content], { type: 'application/octet-stream' }), file.name))
  if (error !== undefined)
    return { documentState: { state: 'failed', ...failureOf(error), onRetry: reload }, saveFile }
  if (!readResult) return { documentState: { state: 'waiting' }, saveFile }
  if (readResult.opened) return { documentState: { state: 'opened', opened: readResult.opened }, saveFile }
  if (readResult.error instanceof CannotShow)
    return { documentState: { state: 'cannot-show', reason: readResult.error.reason }, saveFile }
  return {
    documentState: { state: 'failed', status: 0, message: VIEWER_NOT_STARTED, onRetry: readAgain },
    saveFile,
  }
}
