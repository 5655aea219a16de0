import { type ReactNode, useEffect, useRef } from 'react'
import { clockTimeInFull, stampDate } from '#contract/dates.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { isCallFailed } from '../call.ts'
import { Icon } from '../ui/icon.tsx'
import { CaseDocument, Documents } from './case-documents.tsx'
import { CaseFacts } from './case-facts.tsx'
import { Notes } from './case-notes.tsx'
import { Education, Experience, Flags, History, Referees } from './case-parts.tsx'
import { StageMark } from './stage-mark.tsx'
import type { Case, Cases } from './use-case.ts'
import { CASE_TITLE } from './use-cursor.ts'
import type { Viewed } from './use-viewed.ts'

type Props = {
  job: number
  id: number
  /** The row from the table: shown at once, until the whole application is loaded. */
  row: ReviewRow | undefined
  cases: Cases
  viewed: Viewed
  onOpen: (id: number) => void
  onClose: () => void
  onReload: () => void
  foot: (row: ReviewRow) => ReactNode
}

const Frozen = ({ moment }: { moment: Date }) => (
  <p className="rv-frozen">
    <Icon name="lock" size="i-s" />
    <span>
      Frozen {stampDate(moment)}, {clockTimeInFull(moment)} EAT. This is what the applicant sent. No one can
      change it.
    </span>
  </p>
)

/** What is known of the application: its row, and the whole once it is loaded. */
type Shown = { row: ReviewRow | undefined; isGone: boolean }

const Title = ({ row, isGone }: Shown) => {
  const otherwise = isGone ? 'There is no such application' : 'Application'
  return (
    <h2 id={CASE_TITLE} tabIndex={-1}>
      {row ? <span className="num">{row.reference}</span> : otherwise}
      {row?.name && <span className="rv-name">{row.name}</span>}
    </h2>
  )
}

const CaseHead = ({ row, isGone, onClose }: Shown & Pick<Props, 'onClose'>) => (
  <>
    <p className="rv-case-bar">
      <button className="link" type="button" onClick={onClose}>
        <span className="rv-back">
          <Icon name="left" size="i-s" /> All applications
        </span>
        <span className="rv-close">Close</span>
      </button>
      {row && <StageMark stage={row.stage} to={row.list?.to_stage} />}
    </p>
    <Title row={row} isGone={isGone} />
    {row && <Frozen moment={new Date(row.submitted_at)} />}
    {isGone && <p>It belongs to another job, is outside your area, or was never sent.</p>}
  </>
)

const NotLoaded = ({ error, onReload }: { error: unknown; onReload: () => void }) =>
  error === undefined ? (
    <p role="status">
      <span className="sr-only">Reading the application</span>
      <span className="ghost" />
    </p>
  ) : (
    <p className="callout is-red" role="alert">
      The application could not be read. Nothing is lost.{' '}
      <button className="link" type="button" onClick={onReload}>
        Try again
      </button>
    </p>
  )

type LoadedProps = { whole: Case; row: ReviewRow } & Pick<Props, 'viewed' | 'onOpen'>

const LoadedFacts = ({ whole, row, viewed, onOpen }: LoadedProps) => (
  <>
    <Flags application={{ ...whole, flags: row.flags }} onOpen={onOpen} />
    <Documents application={whole} viewed={viewed} />
    <Experience application={whole} />
    <Education application={whole} />
    <Referees application={whole} />
  </>
)

const CaseRest = ({ whole, cases }: { whole: Case; cases: Cases }) => (
  <div className="rv-case-rest">
    <Notes key={whole.id} application={whole} onNotes={(notes) => cases.change(whole.id, { notes })} />
    <History application={whole} />
    {whole.digest && (
      <p className="rv-digest tiny quiet">
        SHA-256 of what was frozen: <span className="num">{whole.digest}</span>
      </p>
    )}
  </div>
)

/** The open application, as its applicant froze it. */
export function CasePane({ job, id, row, cases, viewed, onOpen, onClose, onReload, foot }: Props) {
  const body = useRef<HTMLDivElement>(null)
  // Each application is read from its top. When the list is hidden for lack of space, the page scrolls there.
  useEffect(() => {
    for (const element of body.current ? [body.current, ...body.current.children] : []) element.scrollTop = 0
    if (body.current?.closest('.rv-cols')?.querySelector<HTMLElement>('.rv-list')?.offsetParent === null)
      scrollTo(0, 0)
  }, [id])
  // An application of another job is not shown under this job's address.
  const isOfOtherJob = cases.whole !== undefined && cases.whole.job.id !== job
  const whole = isOfOtherJob ? undefined : cases.whole
  const shown = row && whole ? { ...whole, ...row } : (row ?? whole)
  const isGone = isOfOtherJob || (isCallFailed(cases.error) && [400, 404, 422].includes(cases.error.status))
  return (
    <aside className="rv-case" aria-label={shown ? `Application ${shown.reference}` : 'Application'}>
      <div className="rv-case-b" ref={body}>
        <div className="rv-case-facts">
          <CaseHead row={shown} isGone={isGone} onClose={onClose} />
          {shown && !isGone && <CaseFacts row={shown} whole={whole} />}
          {whole && shown && <LoadedFacts whole={whole} row={shown} viewed={viewed} onOpen={onOpen} />}
          {!whole && !isGone && <NotLoaded error={cases.error} onReload={onReload} />}
        </div>
        <CaseDocument application={whole} viewed={viewed} />
        {whole && <CaseRest whole={whole} cases={cases} />}
      </div>
      {shown && !isGone && foot(shown)}
    </aside>
  )
}
