import { useState } from 'react'
import type { DocumentKind } from '#contract/documents.ts'
import { DOCUMENT_FLAG_WORDS, STAFF_DOCUMENT_WORDS } from '#contract/staff-words.ts'
import { loadChunk } from '../../load-chunk.ts'
import { Icon } from '../../ui/icon.tsx'
import { documentAddress } from '../viewer/fetch-document.ts'
import type { Case } from './use-case.ts'

const STATES = { unscanned: 'Being scanned for viruses', refused: 'Holds what may not be kept' } as const
const kilobytes = (size: number) => (size < 104_858 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`)

const load = () => loadChunk(() => import('../viewer/viewer.tsx')).then(({ Viewer }) => Viewer)
type File = Case['document_files'][number]
const isWord = ({ type }: File) => type === 'doc' || type === 'docx'

type View = Awaited<ReturnType<typeof load>>
type Part = { state: 'none' | 'coming' | 'failed' } | { state: 'here'; View: View }

/** What was sent: to be viewed where it can be drawn, and to be saved. Each is written down. */
export const Documents = ({ it }: { it: Case }) => {
  const [viewed, setViewed] = useState<DocumentKind>()
  const [part, setPart] = useState<Part>({ state: 'none' })
  const view = (kind: DocumentKind) => {
    setViewed(kind)
    if (part.state === 'here' || part.state === 'coming') return
    setPart({ state: 'coming' })
    load().then(
      (View) => setPart({ state: 'here', View }),
      () => setPart({ state: 'failed' }),
    )
  }
  const shown = it.document_files.find(({ kind }) => kind === viewed)
  return (
    <>
      <h3>Documents</h3>
      {it.document_files.length + it.left_out.length === 0 && <p className="quiet">None was sent.</p>}
      {it.blind && it.document_files.length > 0 && <p className="quiet">A document may name its author. Opening it is written down.</p>}
      <ul className="rv-lines">
        {it.document_files.map((one) => (
          <li key={one.kind}>
            <p className="rv-two">
              <span className="rv-ways">
                <b className="any">{one.title}</b>
                {one.state === 'clean' && <Ways id={it.id} one={one} isComing={part.state === 'coming' && one.kind === viewed} onView={() => view(one.kind)} />}
              </span>
              <span className="num quiet">
                {one.type.toUpperCase()}, {kilobytes(one.size)}
              </span>
            </p>
            {one.name && <p className="quiet">{one.name}</p>}
            {one.state === 'clean' && isWord(one) && <p className="quiet">A Word file cannot be shown safely here. Save it to read it.</p>}
            {one.state !== 'clean' && <p className="quiet">{STATES[one.state]}</p>}
            {part.state === 'failed' && one.kind === viewed && (
              <p className="c-red" role="alert">
                What shows documents did not come over the network. Try again.
              </p>
            )}
            {one.flags.map((flag) => (
              <p className="c-amber" key={flag}>
                <Icon name="warn" size="i-s" /> {DOCUMENT_FLAG_WORDS.get(flag) ?? flag}
              </p>
            ))}
          </li>
        ))}
        {it.left_out.map((kind, at) => (
          <li key={kind}>
            <b className="any">{it.left_out_titles[at]}</b>
            <p className="quiet">{STAFF_DOCUMENT_WORDS.leftOut}</p>
          </li>
        ))}
      </ul>
      {part.state === 'here' && shown && shown.type !== 'doc' && shown.type !== 'docx' && (
        <part.View
          key={shown.kind}
          application={it.id}
          reference={it.reference}
          kind={shown.kind}
          name={shown.title}
          type={shown.type}
          onClose={() => setViewed(undefined)}
        />
      )}
    </>
  )
}

const Ways = ({ id, one, isComing, onView }: { id: number; one: File; isComing: boolean; onView: () => void }) => (
  <>
    {!isWord(one) && (
      <button className="link" type="button" aria-disabled={isComing} onClick={onView}>
        {isComing ? 'Opening...' : 'View'}
        <span className="vh"> {one.title}</span>
      </button>
    )}
    <a className="link" href={documentAddress(id, one.kind)} download>
      Save<span className="vh"> {one.title}</span>
    </a>
  </>
)
