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
export const Documents = ({ it, viewed }: { it: Case; viewed: Viewed }) => (
  <>
    <h3>Documents</h3>
    {it.document_files.length + it.left_out.length === 0 && <p className="quiet">None was sent.</p>}
    {it.blind && it.document_files.length > 0 && (
      <p className="quiet">A document may show who wrote it. The log keeps each opening.</p>
    )}
    <ul className="rv-lines">
      {it.document_files.map((entry) => (
        <li key={entry.kind}>
          <p className="rv-two">
            <span className="rv-ways">
              <b className="any">{entry.title}</b>
              {entry.state === 'clean' && <Ways id={it.id} one={entry} viewed={viewed} />}
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
      {it.left_out.map((kind, index) => (
        <li key={kind}>
          <b className="any">{it.left_out_titles[index]}</b>
          <p className="quiet">{STAFF_DOCUMENT_WORDS.leftOut}</p>
        </li>
      ))}
    </ul>
  </>
)

const Ways = ({ id, one, viewed }: { id: number; one: File; viewed: Viewed }) => {
  const isComing = viewed.part.state === 'coming' && one.kind === viewed.kind
  const isShown = viewed.isBeside && viewed.part.state === 'here' && one.kind === viewed.kind
  return (
    <span className="rv-way">
      {drawable(one) && (
        <button
          className="link"
          type="button"
          id={viewId(one.kind)}
          aria-disabled={isComing}
          aria-current={isShown ? 'true' : undefined}
          onClick={() => viewed.show(one.kind, one.title)}
        >
          {isComing ? 'Opening...' : 'View'}
          <span className="vh"> {one.title}</span>
        </button>
      )}
      <a className="link" href={documentAddress(id, one.kind)} download>
        Save<span className="vh"> {one.title}</span>
      </a>
    </span>
  )
}

/** Why a document of the viewed kind is not shown for this application. */
function whyNot(it: Case | undefined, { kind, title, part }: Viewed): ReactNode {
  const file = it?.document_files.find((entry) => entry.kind === kind)
  if (!it) return 'Reading the application...'
  if (!file)
    return kind && it.left_out.includes(kind)
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
export function CaseDocument({ it, viewed }: { it: Case | undefined; viewed: Viewed }) {
  const { part, isBeside, kind } = viewed
  const file = it?.document_files.find((entry) => entry.kind === kind)
  const type = file?.state === 'clean' ? drawable(file) : undefined
  const view = it && file && type && part.state === 'here' && (
    <part.View
      key={`${it.id} ${file.kind}`}
      application={it.id}
      reference={it.reference}
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
          <p role="status">{whyNot(it, viewed)}</p>
          <button className="link" type="button" onClick={viewed.close}>
            Close the document panel
          </button>
        </div>
      )}
    </div>
  )
}
