import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './viewer.css'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { NotShown } from './not-shown.tsx'
import { Sheets } from './sheets.tsx'
import { scaleOf, stepFrom, type Rotation, rotated, type Zoom } from './sizes.ts'
import { type Drawable, useDocument } from './use-document.ts'
import { useFreeWidth } from './use-free-width.ts'
import { ViewTools } from './view-tools.tsx'

type Props = {
  application: number
  reference: string
  kind: DocumentKind
  name: string
  type: Drawable
  /** True if the viewer is beside the facts, false if it covers the page. */
  isBeside: boolean
  onClose: () => void
}

/**
 * The viewer, which draws a document of an application. The browser itself never opens an applicant's file.
 * The viewer covers the page or is beside the facts. When that changes, `key` makes a new frame, and the
 * fetched document stays.
 */
export function Viewer({ application, kind, ...rest }: Props) {
  const documentProps = useDocument(application, kind, rest.type)
  return <Frame key={String(rest.isBeside)} {...rest} {...documentProps} />
}

type FrameProps = Omit<Props, 'application' | 'kind'> & ReturnType<typeof useDocument>

/** If the viewer covers the page, opens its dialog and moves the focus to the pages of the document. */
function useOpenedFrame() {
  const dialog = useRef<HTMLDialogElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  // The dialog must close before it leaves the page. After that, the browser cannot return the focus.
  useLayoutEffect(() => {
    const modal = dialog.current
    if (modal && !modal.open) modal.showModal()
    // Beside the facts, the viewer takes the focus only from the button that opened the document, which is in
    // `.review-ways`. An officer who moves between applications has the focus on the title.
    if (modal || document.activeElement?.closest('.review-ways')) scroller.current?.focus()
    return () => modal?.close()
  }, [])
  return { dialog, scroller }
}

/** The zoom and rotation of the pages. While the pages have the focus, plus and minus change the zoom. */
function useView(documentState: FrameProps['documentState'], freeWidth: number) {
  const [zoom, setZoom] = useState<Zoom>('auto')
  const [rotation, setRotation] = useState<Rotation>(0)
  const opened = documentState.state === 'opened' && freeWidth > 0 ? documentState.opened : undefined
  const scale = opened ? scaleOf(zoom, rotated(opened.firstPageSize, rotation), freeWidth) : 1
  const zoomStep = (up: boolean) => setZoom(stepFrom(scale, up))
  const pressKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || !opened)
      return
    // On many keyboards, `=` is the key of plus without Shift.
    if (event.key === '+' || event.key === '=') zoomStep(true)
    else if (event.key === '-') zoomStep(false)
    else return
    event.preventDefault()
  }
  const tools = {
    scale,
    onStep: zoomStep,
    isFit: zoom === 'width',
    onFit: () => setZoom(zoom === 'width' ? 'auto' : 'width'),
    onRotate: () => setRotation(((rotation + 90) % 360) as Rotation),
  }
  return { opened, zoom, rotation, pressKey, tools }
}
type View = ReturnType<typeof useView>

type HeadProps = Pick<FrameProps, 'reference' | 'name' | 'type' | 'saveFile' | 'onClose'> & {
  page: number
  view: View
}

const FrameHead = ({
  reference,
  name,
  type,
  saveFile,
  onClose,
  page,
  view: { opened, tools },
}: HeadProps) => (
  <header className="viewer-head">
    <div className="viewer-document">
      <h2 id="viewer-title">
        <Trans>
          {name} of <span className="num">{reference}</span>
        </Trans>
      </h2>
      {opened && type === 'pdf' && (
        <p className="num quiet">
          <Trans>
            Page {page} of {opened.pages.toLocaleString('en')}
          </Trans>
        </p>
      )}
    </div>
    {opened && <ViewTools {...tools} />}
    <div className="viewer-actions">
      {saveFile && <button className="viewer-button" type="button" onClick={saveFile}>{t`Save`}</button>}
      <button className="viewer-button" type="button" onClick={onClose}>{t`Close`}</button>
    </div>
  </header>
)

function Frame({ isBeside, documentState, ...head }: FrameProps) {
  const { name, type, onClose, saveFile } = head
  const { dialog, scroller } = useOpenedFrame()
  const freeWidth = useFreeWidth(scroller)
  const view = useView(documentState, freeWidth)
  const { opened, zoom, rotation } = view
  const [page, setPage] = useState(1)
  const frame = (
    <>
      <FrameHead {...head} page={page} view={view} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- plus and minus act while
          this has the focus (WCAG 2.1.4) */}
      <div
        className="viewer-sheets"
        ref={scroller}
        role="region"
        aria-label={t`${name}, its pages`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
        tabIndex={0}
        onKeyDown={view.pressKey}
      >
        {documentState.state === 'waiting' && (
          <p className="viewer-not-shown" role="status">{t`Opening the document...`}</p>
        )}
        {(documentState.state === 'cannot-show' || documentState.state === 'failed') && (
          <NotShown documentState={documentState} saveFile={saveFile} />
        )}
        {opened && (
          <Sheets
            {...{ opened, name, scroller, zoom, rotation, freeWidth }}
            isPicture={type !== 'pdf'}
            onPage={setPage}
          />
        )}
      </div>
    </>
  )
  return isBeside ? (
    <section className="viewer" aria-labelledby="viewer-title">
      {frame}
    </section>
  ) : (
    <dialog
      className="viewer"
      ref={dialog}
      aria-labelledby="viewer-title"
      onCancel={onClose}
      onClose={() => !dialog.current?.open && onClose()}
    >
      {frame}
    </dialog>
  )
}
