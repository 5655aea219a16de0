import { type ReactNode, useEffect, useRef } from 'react'
import { clockTimeInFull, stampDate } from '#contract/dates.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { isCallFailed } from '../call.ts'
import { Icon } from '../ui/icon.tsx'
import { CaseDocument, Documents } from './case-documents.tsx'
import { CaseFacts } from './case-facts.tsx'
import { Notes } from './case-notes.tsx'
import { Education, Experience, Flags, History, Referees } from './case-parts.tsx'
import { StageMark } from './stage-mark.tsx'
import type { Cases } from './use-case.ts'
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
  foot: (row: ReviewRow) => ReactNode
}

/** The open application, as its applicant froze it. */
export function CasePane({ job, id, row, cases, viewed, onOpen, onClose, foot }: Props) {
  const { answer } = cases
  const body = useRef<HTMLDivElement>(null)
  // Each application is read from its top. When the list is hidden for lack of space, the page scrolls there.
  useEffect(() => {
    for (const element of body.current ? [body.current, ...body.current.children] : []) element.scrollTop = 0
    if (body.current?.closest('.rv-cols')?.querySelector<HTMLElement>('.rv-list')?.offsetParent === null)
      scrollTo(0, 0)
  }, [id])
  // An application of another job is not shown under this job's address.
  const other = answer.state === 'here' && answer.data !== undefined && answer.data.job.id !== job
  const whole = answer.state === 'here' && !other ? answer.data : undefined
  const shown = row && whole ? { ...whole, ...row } : (row ?? whole)
  const gone =
    other ||
    (answer.state === 'failed' && isCallFailed(answer.error) && [400, 404, 422].includes(answer.error.status))
  const at = shown && new Date(shown.submitted_at)
  return (
    <aside className="rv-case" aria-label={shown ? `Application ${shown.reference}` : 'Application'}>
      <div className="rv-case-b" ref={body}>
        <div className="rv-case-facts">
          <p className="rv-case-bar">
            <button className="link" type="button" onClick={onClose}>
              <span className="rv-back">
                <Icon name="left" size="i-s" /> All applications
              </span>
              <span className="rv-close">Close</span>
            </button>
            {shown && <StageMark stage={shown.stage} to={shown.list?.to_stage} />}
          </p>
          <h2 id={CASE_TITLE} tabIndex={-1}>
            {shown ? (
              <span className="num">{shown.reference}</span>
            ) : gone ? (
              'There is no such application'
            ) : (
              'Application'
            )}
            {shown?.name && <span className="rv-name">{shown.name}</span>}
          </h2>
          {at && (
            <p className="rv-frozen">
              <Icon name="lock" size="i-s" />
              <span>
                Frozen {stampDate(at)}, {clockTimeInFull(at)} EAT. As the applicant sent it. No one can change
                it.
              </span>
            </p>
          )}
          {gone && <p>It belongs to another job, is outside your area, or was never sent.</p>}
          {shown && !gone && <CaseFacts row={shown} whole={whole} />}
          {whole && shown && (
            <>
              <Flags it={{ ...whole, flags: shown.flags }} onOpen={onOpen} />
              <Documents it={whole} viewed={viewed} />
              <Experience it={whole} />
              <Education it={whole} />
              <Referees it={whole} />
            </>
          )}
          {answer.state === 'waiting' && (
            <p role="status">
              <span className="vh">Reading the application</span>
              <span className="ghost" />
            </p>
          )}
          {answer.state === 'failed' && !gone && (
            <p className="callout is-red" role="alert">
              The application could not be read. Nothing is lost.{' '}
              <button className="link" type="button" onClick={answer.again}>
                Try again
              </button>
            </p>
          )}
        </div>
        <CaseDocument it={whole} viewed={viewed} />
        {whole && (
          <div className="rv-case-rest">
            <Notes key={whole.id} it={whole} onNotes={(notes) => cases.change(whole.id, { notes })} />
            <History it={whole} />
            {whole.digest && (
              <p className="rv-digest tiny quiet">
                SHA-256 of what was frozen: <span className="num">{whole.digest}</span>
              </p>
            )}
          </div>
        )}
      </div>
      {shown && !gone && foot(shown)}
    </aside>
  )
}
