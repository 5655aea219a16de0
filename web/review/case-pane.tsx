import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTimeInFull, stampDate } from '#contract/dates.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { isCallFailed } from '../call.ts'
import { Icon } from '../ui/icon.tsx'
import { CaseDocument, Documents } from './case-documents.tsx'
import { CaseFacts } from './case-facts.tsx'
import { Notes } from './case-notes.tsx'
import { Education, Experience, Flags, History, Referees, Versions } from './case-parts.tsx'
import { StageMark } from './stage-mark.tsx'
import type { Case, Cases } from './use-case.ts'
import { CASE_TITLE_ID } from './use-cursor.ts'
import type { Viewed } from './use-viewed.ts'

type Props = {
  jobId: number
  openId: number
  /** The application's row of the table. It is shown until the whole application is loaded. */
  row: ReviewRow | undefined
  cases: Cases
  viewed: Viewed
  onOpen: (openId: number) => void
  onClose: () => void
  onReload: () => void
  footer: (row: ReviewRow) => ReactNode
}

/** 400 and 422: the address has an id that no application can have. 404: there is none with this id. */
const GONE_STATUSES = [400, 404, 422]

const Frozen = ({ moment }: { moment: Date }) => (
  <p className="review-frozen">
    <Icon name="lock" size="icon-small" />
    <span>
      <Trans>
        Sent {stampDate(moment)}, {clockTimeInFull(moment)} EAT. This is what the applicant sent. No officer
        can change it.
      </Trans>
    </span>
  </p>
)

/**
 * `row`: facts from the table or from the loaded application. `isGone`: there is no such application here.
 */
type Shown = { row: ReviewRow | undefined; isGone: boolean }

const Title = ({ row, isGone }: Shown) => {
  const titleWithoutRow = isGone ? t`There is no such application` : t`Application`
  return (
    <h2 id={CASE_TITLE_ID} tabIndex={-1}>
      {row ? <span className="num">{row.reference}</span> : titleWithoutRow}
      {row?.name && <span className="review-name">{row.name}</span>}
    </h2>
  )
}

const CaseHead = ({ row, isGone, onClose }: Shown & Pick<Props, 'onClose'>) => (
  <>
    <p className="review-case-bar">
      <button className="link" type="button" onClick={onClose}>
        <span className="review-back">
          <Icon name="left" size="icon-small" /> <Trans>All applications</Trans>
        </span>
        <span className="review-close">{t`Close`}</span>
      </button>
      {row && <StageMark stage={row.stage} nextStage={row.list?.to_stage} />}
    </p>
    <Title row={row} isGone={isGone} />
    {row && <Frozen moment={new Date(row.submitted_at)} />}
    {isGone && <p>{t`This application belongs to another job, is outside your area, or was never sent.`}</p>}
  </>
)

const NotLoaded = ({ error, onReload }: { error: unknown; onReload: () => void }) =>
  error === undefined ? (
    <p role="status">
      <span className="sr-only">{t`Reading the application`}</span>
      <span className="ghost" />
    </p>
  ) : (
    <p className="callout is-red" role="alert">
      <Trans>The application could not be loaded. Nothing is lost.</Trans>{' '}
      <button className="link" type="button" onClick={onReload}>{t`Try again`}</button>
    </p>
  )

type LoadedProps = { application: Case; row: ReviewRow } & Pick<Props, 'viewed' | 'onOpen'>

const LoadedFacts = ({ application, row, viewed, onOpen }: LoadedProps) => (
  <>
    <Versions application={application} />
    <Flags application={{ ...application, flags: row.flags }} onOpen={onOpen} />
    <Documents application={application} viewed={viewed} />
    <Experience application={application} />
    <Education application={application} />
    <Referees application={application} />
  </>
)

const CaseRest = ({ application, cases }: { application: Case; cases: Cases }) => (
  <div className="review-case-rest">
    <Notes
      key={application.id}
      application={application}
      onNotes={(notes) => cases.change(application.id, { notes })}
    />
    <History application={application} />
    {application.digest && (
      <p className="review-digest tiny quiet">
        <Trans>SHA-256 of what was frozen:</Trans> <span className="num">{application.digest}</span>
      </p>
    )}
  </div>
)

/** The open application, unchanged since its applicant sent it. */
export function CasePane({ jobId, openId, row, cases, viewed, onOpen, onClose, onReload, footer }: Props) {
  const body = useRef<HTMLDivElement>(null)
  // Shows each application from its top. The pane scrolls, or each of its parts, or the whole page. The whole
  // page scrolls only while CSS hides the list, which then has no `offsetParent`.
  useEffect(() => {
    for (const element of body.current ? [body.current, ...body.current.children] : []) element.scrollTop = 0
    if (
      body.current?.closest('.review-columns')?.querySelector<HTMLElement>('.review-list')?.offsetParent ===
      null
    )
      scrollTo(0, 0)
  }, [openId])
  // An application of another job is not shown, because the address names this job.
  const isOfOtherJob = cases.application !== undefined && cases.application.job.id !== jobId
  const application = isOfOtherJob ? undefined : cases.application
  // The row may be newer than the loaded application, so the values of the row win.
  const shown = row && application ? { ...application, ...row } : (row ?? application)
  const isGone = isOfOtherJob || (isCallFailed(cases.error) && GONE_STATUSES.includes(cases.error.status))
  return (
    <aside className="review-case" aria-label={shown ? t`Application ${shown.reference}` : t`Application`}>
      <div className="review-case-body" ref={body}>
        <div className="review-case-facts">
          <CaseHead row={shown} isGone={isGone} onClose={onClose} />
          {shown && !isGone && <CaseFacts row={shown} application={application} />}
          {application && shown && (
            <LoadedFacts application={application} row={shown} viewed={viewed} onOpen={onOpen} />
          )}
          {!application && !isGone && <NotLoaded error={cases.error} onReload={onReload} />}
        </div>
        <CaseDocument application={application} viewed={viewed} />
        {application && <CaseRest application={application} cases={cases} />}
      </div>
      {shown && !isGone && footer(shown)}
    </aside>
  )
}
