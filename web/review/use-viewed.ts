import { useEffect, useState } from 'react'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { loadChunk } from '../load-chunk.ts'

const loadViewer = () => loadChunk(() => import('../viewer/viewer.tsx')).then(({ Viewer }) => Viewer)
type ViewerComponent = Awaited<ReturnType<typeof loadViewer>>
/** The code of the viewer, which is loaded when the first document is opened. */
type ViewerState = { state: 'none' | 'loading' | 'failed' } | { state: 'ready'; Component: ViewerComponent }

/**
 * The screen size from which the facts, a page and the decision fit side by side, each with its own
 * scrolling. document.css has the same condition.
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
  /** The kind of the viewed document; undefined if none is viewed. */
  kind: DocumentKind | undefined
  /** The job's name for the document. It is also used for an application without this document. */
  title: string
  viewer: ViewerState
  /** Whether the document is between the facts and the decision. Otherwise it covers the page. */
  isBeside: boolean
  show: (kind: DocumentKind, title: string) => void
  close: () => void
}

/** The id of the button that opens a document. */
export const viewId = (kind: DocumentKind) => `view-${kind}`

/**
 * The viewed document. With space beside the case, the next application shows its document of the same kind;
 * otherwise it closes with its application.
 */
export function useViewed(openId: number | undefined): Viewed {
  const hasSpace = useSpaceBeside()
  const [viewed, setViewed] = useState<{ kind: DocumentKind; title: string; openId: number | undefined }>()
  const [viewer, setViewer] = useState<ViewerState>({ state: 'none' })
  // Set during the render, so that another application never shows this document, even briefly.
  if (viewed && !hasSpace && viewed.openId !== openId) setViewed(undefined)
  const isBeside = hasSpace && viewed !== undefined && openId !== undefined
  return {
    kind: viewed?.kind,
    title: viewed?.title ?? '',
    viewer,
    isBeside,
    show(kind, title) {
      setViewed({ kind, title, openId })
      if (viewer.state === 'ready' || viewer.state === 'loading') return
      setViewer({ state: 'loading' })
      loadViewer().then(
        (Component) => setViewer({ state: 'ready', Component }),
        () => setViewer({ state: 'failed' }),
      )
    },
    close() {
      setViewed(undefined)
      // While a dialog is open, nothing under it can take the focus. So this waits until the dialog is gone.
      if (viewed) requestAnimationFrame(() => document.getElementById(viewId(viewed.kind))?.focus())
    },
  }
}
