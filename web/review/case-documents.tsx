import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DOCUMENT_FLAG_WORDS, STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import { Icon } from '../ui/icon.tsx'
import { documentAddress } from '../viewer/fetch-document.ts'
import type { Drawable } from '../viewer/use-document.ts'
import type { Case } from './use-case.ts'
import { type Viewed, viewId } from './use-viewed.ts'

const STATE_WORDS = { unscanned: t`Being scanned for viruses`, refused: t`Not kept: unsafe content` } as const
const WORD_FILE_NOT_SHOWN = t`A Word file cannot be shown safely here. Save it to read it.`
const VIEWER_NOT_LOADED = t`The document viewer could not be loaded. Try again.`
const KB = 1024
const MB = 1024 * KB
/** From this size on, a size is shown in MB. */
const MIN_SIZE_IN_MB = MB / 10
const fileSize = (bytes: number) =>
  bytes < MIN_SIZE_IN_MB ? t`${Math.max(1, Math.round(bytes / KB))} KB` : t`${(bytes / MB).toFixed(1)} MB`

type SubmittedFile = Case['document_files'][number]
/** The type of a file that the viewer can draw; undefined for a Word file. */
const drawableType = ({ type }: SubmittedFile): Drawable | undefined =>
  type === 'doc' || type === 'docx' ? undefined : type

/**
 * The submitted documents of an application. PDFs and pictures can be viewed, and every clean file can be
 * saved; both are logged. `left_out`: documents that the submit named and the server could not accept.
 * `left_out_titles` has their names in the same order.
 */
export const Documents = ({ application, viewed }: { application: Case; viewed: Viewed }) => (
  <>
    <h3>{t`Documents`}</h3>
    {application.document_files.length + application.left_out.length === 0 && (
      <p className="quiet">{t`None was sent.`}</p>
    )}
    {application.blind && application.document_files.length > 0 && (
      <p className="quiet">{t`A document may show who wrote it. The log keeps each opening.`}</p>
    )}
    <ul className="review-lines">
      {application.document_files.map((file) => (
        <li key={file.kind}>
          <p className="review-pair">
            <span className="review-ways">
              <b className="any">{file.title}</b>
              {file.state === 'clean' && <FileActions id={application.id} file={file} viewed={viewed} />}
            </span>
            <span className="num quiet">
              {file.type.toUpperCase()}, {fileSize(file.size)}
            </span>
          </p>
          {file.name && <p className="quiet">{file.name}</p>}
          {file.state === 'clean' && !drawableType(file) && <p className="quiet">{WORD_FILE_NOT_SHOWN}</p>}
          {file.state !== 'clean' && <p className="quiet">{STATE_WORDS[file.state]}</p>}
          {/* A document panel beside the case says by itself that loading failed. */}
          {viewed.viewer.state === 'failed' && file.kind === viewed.kind && !viewed.isBeside && (
            <p className="text-red" role="alert">
              {VIEWER_NOT_LOADED}
            </p>
          )}
          {file.flags.map((flag) => (
            <p className="text-amber" key={flag}>
              <Icon name="warn" size="icon-small" /> {DOCUMENT_FLAG_WORDS.get(flag) ?? flag}
            </p>
          ))}
        </li>
      ))}
      {application.left_out.map((kind, index) => (
        <li key={kind}>
          <b className="any">{application.left_out_titles[index]}</b>
          <p className="quiet">{STAFF_DOCUMENT_WORDS.leftOut}</p>
        </li>
      ))}
    </ul>
  </>
)

const FileActions = ({ id, file, viewed }: { id: number; file: SubmittedFile; viewed: Viewed }) => {
  const isLoading = viewed.viewer.state === 'loading' && file.kind === viewed.kind
  const isShown = viewed.isBeside && viewed.viewer.state === 'ready' && file.kind === viewed.kind
  return (
    <span className="review-way">
      {drawableType(file) && (
        <button
          className="link"
          type="button"
          id={viewId(file.kind)}
          aria-disabled={isLoading}
          aria-current={isShown ? 'true' : undefined}
          onClick={() => viewed.show(file.kind, file.title)}
        >
          {isLoading ? t`Opening...` : t`View`}
          <span className="sr-only"> {file.title}</span>
        </button>
      )}
      <a className="link" href={documentAddress(id, file.kind)} download>
        <Trans>Save</Trans>
        <span className="sr-only"> {file.title}</span>
      </a>
    </span>
  )
}

/** Says why the page does not show the chosen document of this application. */
function notShownWords(application: Case | undefined, { kind, title, viewer }: Viewed): ReactNode {
  const file = application?.document_files.find((entry) => entry.kind === kind)
  if (!application) return t`Reading the application...`
  if (!file)
    return kind && application.left_out.includes(kind)
      ? STAFF_DOCUMENT_WORDS.leftOut
      : t`${title}: none was sent with this application.`
  if (file.state !== 'clean') return STATE_WORDS[file.state]
  if (!drawableType(file)) return WORD_FILE_NOT_SHOWN
  return viewer.state === 'failed' ? VIEWER_NOT_LOADED : t`Opening the document...`
}

/**
 * The viewed document. It covers the page, or (`isBeside`) is between the facts and the decision. There it
 * stays open while the officer moves from case to case.
 */
export function CaseDocument({ application, viewed }: { application: Case | undefined; viewed: Viewed }) {
  const { viewer, isBeside, kind } = viewed
  const file = application?.document_files.find((entry) => entry.kind === kind)
  const type = file?.state === 'clean' ? drawableType(file) : undefined
  const view = application && file && type && viewer.state === 'ready' && (
    <viewer.Component
      key={`${application.id} ${file.kind}`}
      application={application.id}
      reference={application.reference}
      kind={file.kind}
      name={file.title}
      type={type}
      isBeside={isBeside}
      onClose={viewed.close}
    />
  )
  if (!isBeside && !view) return null
  // Both places use the same element, so that a document is not fetched again when the window grows.
  return (
    <div className={isBeside ? 'review-document' : undefined}>
      {view || (
        <div className="review-no-document">
          <p role="status">{notShownWords(application, viewed)}</p>
          <button className="link" type="button" onClick={viewed.close}>{t`Close the document panel`}</button>
        </div>
      )}
    </div>
  )
}
