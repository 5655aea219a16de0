import type { ReactNode } from 'react'
import { DOCUMENT_FLAG_WORDS, STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import { Icon } from '../ui/icon.tsx'
import { documentAddress } from '../viewer/fetch-document.ts'
import type { Drawable } from '../viewer/use-document.ts'
import type { Case } from './use-case.ts'
import { type Viewed, viewId } from './use-viewed.ts'

const STATES = { unscanned: 'Being scanned for viruses', refused: 'Not kept: unsafe content' } as const
const WORD = 'A Word file cannot be shown safely here. Save it to read it.'
const NO_PART = 'The document viewer could not be loaded. Try again.'
const kilobytes = (size: number) =>
  size < 104_858 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`

type File = Case['document_files'][number]
const drawable = ({ type }: File): Drawable | undefined =>
  type === 'doc' || type === 'docx' ? undefined : type

/** The submitted documents: to view when they can be drawn, and to save. Each view or save is recorded. */
export const Documents = ({ application, viewed }: { application: Case; viewed: Viewed }) => (
  <>
    <h3>Documents</h3>
    {application.document_files.length + application.left_out.length === 0 && (
      <p className="quiet">None was sent.</p>
    )}
    {application.blind && application.document_files.length > 0 && (
      <p className="quiet">A document may show who wrote it. The log keeps each opening.</p>
    )}
    <ul className="rv-lines">
      {application.document_files.map((entry) => (
        <li key={entry.kind}>
          <p className="rv-two">
            <span className="rv-ways">
              <b className="any">{entry.title}</b>
              {entry.state === 'clean' && <Ways id={application.id} file={entry} viewed={viewed} />}
            </span>
            <span className="num quiet">
              {entry.type.toUpperCase()}, {kilobytes(entry.size)}
            </span>
          </p>
          {entry.name && <p className="quiet">{entry.name}</p>}
          {entry.state === 'clean' && !drawable(entry) && <p className="quiet">{WORD}</p>}
          {entry.state !== 'clean' && <p className="quiet">{STATES[entry.state]}</p>}
          {viewed.part.state === 'failed' && entry.kind === viewed.kind && !viewed.isBeside && (
            <p className="c-red" role="alert">
              {NO_PART}
            </p>
          )}
          {entry.flags.map((flag) => (
            <p className="c-amber" key={flag}>
              <Icon name="warn" size="i-s" /> {DOCUMENT_FLAG_WORDS.get(flag) ?? flag}
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

const Ways = ({ id, file, viewed }: { id: number; file: File; viewed: Viewed }) => {
  const isComing = viewed.part.state === 'coming' && file.kind === viewed.kind
  const isShown = viewed.isBeside && viewed.part.state === 'here' && file.kind === viewed.kind
  return (
    <span className="rv-way">
      {drawable(file) && (
        <button
          className="link"
          type="button"
          id={viewId(file.kind)}
          aria-disabled={isComing}
          aria-current={isShown ? 'true' : undefined}
          onClick={() => viewed.show(file.kind, file.title)}
        >
          {isComing ? 'Opening...' : 'View'}
          <span className="sr-only"> {file.title}</span>
        </button>
      )}
      <a className="link" href={documentAddress(id, file.kind)} download>
        Save<span className="sr-only"> {file.title}</span>
      </a>
    </span>
  )
}

/** Why a document of the viewed kind is not shown for this application. */
function whyNot(application: Case | undefined, { kind, title, part }: Viewed): ReactNode {
  const file = application?.document_files.find((entry) => entry.kind === kind)
  if (!application) return 'Reading the application...'
  if (!file)
    return kind && application.left_out.includes(kind)
      ? STAFF_DOCUMENT_WORDS.leftOut
      : `${title}: none was sent with this application.`
  if (file.state !== 'clean') return STATES[file.state]
  if (!drawable(file)) return WORD
  return part.state === 'failed' ? NO_PART : 'Opening the document...'
}

/**
 * The viewed document: over the page, or between the facts and the decision. There it stays while the officer
 * goes from case to case.
 */
export function CaseDocument({ application, viewed }: { application: Case | undefined; viewed: Viewed }) {
  const { part, isBeside, kind } = viewed
  const file = application?.document_files.find((entry) => entry.kind === kind)
  const type = file?.state === 'clean' ? drawable(file) : undefined
  const view = application && file && type && part.state === 'here' && (
    <part.View
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
  // The same element in both places, so that a fetched document stays when the window grows.
  return (
    <div className={isBeside ? 'rv-doc' : undefined}>
      {view || (
        <div className="rv-no-doc">
          <p role="status">{whyNot(application, viewed)}</p>
          <button className="link" type="button" onClick={viewed.close}>
            Close the document panel
          </button>
        </div>
      )}
    </div>
  )
}
