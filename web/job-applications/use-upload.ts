import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DocumentKind } from '#contract/documents.ts'
import { fileFault, refusalOf, sendDocument, type SentDocument } from './send-document.ts'
import { shrinkImage } from './shrink-image.ts'

/** Where a document is on its way to the server. */
export type Upload =
  | { at: 'rest' }
  | { at: 'preparing'; name: string }
  | { at: 'sending'; name: string; sent: number; size: number }
  /** The network is away; the file is still here and goes when it is back. */
  | { at: 'waiting'; name: string; size: number }
  | { at: 'refused'; sentence: string }

type Doing = { applicationId: number; kind: DocumentKind; onSent: (sent: SentDocument) => void }

/** Takes a chosen file to the server: a photo smaller first, and again by itself when the network comes back. */
export function useUpload({ applicationId, kind, onSent }: Doing) {
  const [upload, setUpload] = useState<Upload>({ at: 'rest' })
  const waiting = useRef<File>(undefined)
  const under = useRef<AbortController>(undefined)

  const send = async (file: File) => {
    const mine = new AbortController()
    under.current?.abort()
    under.current = mine
    waiting.current = undefined
    const { name, size } = file
    setUpload({ at: 'sending', name, sent: 0, size })
    try {
      const sent = await sendDocument({
        applicationId,
        kind,
        file,
        onProgress: (bytes) => !mine.signal.aborted && setUpload({ at: 'sending', name, sent: bytes, size }),
        signal: mine.signal,
      })
      if (mine.signal.aborted) return
      setUpload({ at: 'rest' })
      onSent(sent)
    } catch (error) {
      if (mine.signal.aborted) return
      const sentence = refusalOf(error)
      if (sentence !== undefined) return setUpload({ at: 'refused', sentence })
      waiting.current = file
      setUpload({ at: 'waiting', name, size })
    }
  }

  const choose = async (chosen: File) => {
    under.current?.abort()
    setUpload({ at: 'preparing', name: chosen.name })
    const file = await shrinkImage(chosen)
    const sentence = fileFault(file)
    if (sentence !== undefined) return setUpload({ at: 'refused', sentence })
    return send(file)
  }
  const again = () => waiting.current && void send(waiting.current)
  const stop = () => {
    under.current?.abort()
    waiting.current = undefined
    setUpload({ at: 'rest' })
  }

  const isBack = useEffectEvent(again)
  useEffect(() => {
    const back = () => isBack()
    addEventListener('online', back)
    return () => {
      removeEventListener('online', back)
      under.current?.abort()
    }
  }, [])

  return { upload, choose, again, stop, refuse: (sentence: string) => setUpload({ at: 'refused', sentence }) }
}
