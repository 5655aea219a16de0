import { useCallback, useEffect, useState } from 'react'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { type Loaded, loaded, useRetry } from '../loaded.ts'
import { fetchDocument } from './fetch-document.ts'

type DocumentFile = Awaited<ReturnType<typeof fetchDocument>>

/**
 * Fetches the file that the viewer shows, once for each application and kind. A reply for an earlier file is
 * ignored. If a fetch fails, it is repeated when the network is back, or when a busy portal allows it.
 */
export function useFile(application: number, kind: DocumentKind) {
  const key = `${application} ${kind}`
  const [result, setResult] = useState<{ key: string; reply: Loaded<DocumentFile> }>()
  const [attempt, setAttempt] = useState(0)
  // An effect, and no loader: each fetch is an entry of the audit log, so only a viewer on the page makes it.
  useEffect(() => {
    let isCurrent = true
    void loaded(fetchDocument(application, kind)).then((reply) => {
      if (isCurrent) setResult({ key: `${application} ${kind}`, reply })
    })
    return () => {
      isCurrent = false
    }
  }, [application, kind, attempt])
  const { data, error } = result?.key === key ? result.reply : {}
  // While a failed fetch is repeated, its error stays in the viewer.
  const repeat = useCallback(() => setAttempt((before) => before + 1), [])
  useRetry(error, repeat)
  const reload = () => {
    setResult(undefined)
    repeat()
  }
  return { file: data, error, reload }
}
