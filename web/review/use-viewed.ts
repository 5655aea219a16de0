import { useEffect, useState } from 'react'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { loadChunk } from '../load-chunk.ts'

const load = () => loadChunk(() => import('../viewer/viewer.tsx')).then(({ Viewer }) => Viewer)
type View = Awaited<ReturnType<typeof load>>
/** The viewer's code: fetched when the first document is opened. */
export type Part = { state: 'none' | 'coming' | 'failed' } | { state: 'here'; View: View }

/**
 * Enough space for the facts, a page and the decision side by side, each with its own scrolling. review.css
 * has the same condition.
 */
const SPACE_BESIDE = '(min-width:75em) and (min-height:40em)'

function useSpaceBeside(): boolean {
  const [hasSpace, setHasSpace] = useState(() => matchMedia(SPACE_BESIDE).matches)
  useEffect(() => {
    const query = matchMedia(SPACE_BESIDE)
    const listen = () => setHasSpace(query.matches)
    query.addEventListener('change', listen)
    return () => query.removeEventListener('change', listen)
  }, [])
  return hasSpace
}

export type Viewed = {
  kind: DocumentKind | undefined
  /** The job's name for the document, also used for an application that has none. */
  title: string
  part: Part
  /** Between the facts and the decision, not over the whole page. */
  isBeside: boolean
  show: (kind: DocumentKind, title: string) => void
  close: () => void
}

export const viewId = (kind: DocumentKind) => `view-${kind}`

/**
 * The viewed document. With space beside the case, the next application shows its document of the same kind;
 * otherwise it closes with its application.
 */
export function useViewed(open: number | undefined): Viewed {
  const hasSpace = useSpaceBeside()
  const [viewed, setViewed] = useState<{ kind: DocumentKind; title: string; of: number | undefined }>()
  const [part, setPart] = useState<Part>({ state: 'none' })
  if (viewed && !hasSpace && viewed.of !== open) setViewed(undefined)
  const isBeside = hasSpace && viewed !== undefined && open !== undefined
  return {
    kind: viewed?.kind,
    title: viewed?.title ?? '',
    part,
    isBeside,
    show(kind, title) {
      setViewed({ kind, title, of: open })
      if (part.state === 'here' || part.state === 'coming') return
      setPart({ state: 'coming' })
      load().then(
        (View) => setPart({ state: 'here', View }),
        () => setPart({ state: 'failed' }),
      )
    },
    close() {
      setViewed(undefined)
      // After the dialog is gone: nothing under a dialog takes the focus.
      if (viewed) requestAnimationFrame(() => document.getElementById(viewId(viewed.kind))?.focus())
    },
  }
}
