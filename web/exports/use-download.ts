import { useState } from 'react'
import { networkError } from '../api.ts'
import { giveFile } from '../save-file.ts'
import { fetchFile, fileNameOf } from '../staff-ui/fetch-file.ts'

/**
 * `bytes`: how many have arrived so far. `failed`: the server refused or did not reply. `broken`: the file
 * stopped before its end.
 */
export type Download =
  | { state: 'idle' }
  | { state: 'running' | 'done'; bytes: number }
  | { state: 'broken' }
  | { state: 'failed'; error: unknown }

/**
 * Downloads a file that the server writes while it sends it. Gives its progress and its errors. A partial
 * file is never saved. `onDone` is called after the whole file is saved.
 */
export function useDownload(onDone: () => void = () => {}) {
  const [download, setDownload] = useState<Download>({ state: 'idle' })
  const start = async (address: string) => {
    if (download.state === 'running') return
    setDownload({ state: 'running', bytes: 0 })
    let bytes = 0
    try {
      const response = await fetchFile(address)
      if (!response.body) throw networkError()
      const parts: BlobPart[] = []
      try {
        const reader = response.body.getReader()
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          parts.push(read.value)
          bytes += read.value.length
          setDownload({ state: 'running', bytes })
        }
      } catch {
        return setDownload({ state: 'broken' })
      }
      giveFile(
        new Blob(parts, { type: response.headers.get('content-type') ?? '' }),
        fileNameOf(response, 'applications'),
      )
      setDownload({ state: 'done', bytes })
      onDone()
    } catch (error) {
      setDownload({ state: 'failed', error })
    }
  }
  return { download, start }
}
