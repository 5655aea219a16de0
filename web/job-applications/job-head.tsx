import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Step } from '#contract/job-applications/words.ts'
import { daysLeft, daysLeftWords, NO_DEADLINE, shortMoment } from '#contract/dates.ts'
import { movedWords } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { IS_KISWAHILI, markedHtml, textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { serverNow } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { NotificationModal } from '../ui/notification-modal.tsx'
import type { Job } from './form-context.ts'

const REQUIREMENTS = t`What this job asks for`

/** The class that colours the days left: 0 is the last day, negative is over, undefined has no deadline. */
const urgencyClass = (days: number | undefined): string => {
  if (days === undefined) return ''
  if (days <= 0) return 'text-today'
  return days <= JOBS.soonDays ? 'text-soon' : ''
}

/** Opens the requirements of the job as rich text, while the form stays open. */
function Requirements({ job }: { job: Job }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  // A draft on this device may be older than the requirements, and then lacks them.
  if (!job.qualification) return null
  const actions = [{ label: t`Open the job`, callback: () => void navigate(paths.job(job.id)) }]
  return (
    <>
      <button className="link small" type="button" onClick={() => setOpen(true)}>
        {REQUIREMENTS}
      </button>
      {open && (
        <NotificationModal
          notification={{
            type: 'info',
            title: REQUIREMENTS,
            html: markedHtml(job.qualification, job, 'qualification'),
            actions,
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/**
 * The head of the form: 'You are applying for {job title}', the deadline and the requirements (S2 §2). After
 * the first step the head is one line, until the person opens it.
 */
export function JobHead({ job, step }: { job: Job; step: Step }) {
  const [isOpen, setOpen] = useState(false)
  const isShort = step > 1 && !isOpen
  const days = daysLeft(job.expiry_date, new Date(serverNow()))
  const daysWords = days === undefined ? undefined : translate(daysLeftWords(days))
  // From the last day on, the closed head shows the deadline with its hour too.
  const isLastDayOrOver = days !== undefined && days <= 0
  const words = <JobTitle title={job.title} />
  const title = IS_KISWAHILI ? <span lang={textLanguage(job, 'title')}>{words}</span> : words
  const labelToOpen = isLastDayOrOver || daysWords === undefined ? t`More` : daysWords
  return (
    <header className={isShort ? 'wiz-head one-line' : 'wiz-head'}>
      <div className="wrap">
        <div className="wiz-title">
          <h1 className="any">
            <Trans>
              <span className={isShort ? 'sr-only' : undefined}>You are applying for </span>
              {title}
            </Trans>
          </h1>
          {step > 1 && (
            <button
              className="link small"
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? t`Less` : labelToOpen}
              <span className="sr-only"> {t`about this job`}</span>
              <Icon name="down" size="icon-small" />
            </button>
          )}
        </div>
        {(!isShort || isLastDayOrOver) && (
          <p className="small mt1">
            {daysWords ? (
              <>
                <b className={urgencyClass(days)}>{daysWords}</b> ·{' '}
                <span className="nowrap">{translate(shortMoment(job.expiry_date))} EAT</span>
              </>
            ) : (
              translate(NO_DEADLINE)
            )}
            <span className="wide-only">
              {' '}
              · <span className="ref">{job.reference}</span>
            </span>
          </p>
        )}
        {/* The deadline of this job was moved to a later time. */}
        {job.extended && <p className="small mt1 any">{translate(movedWords(job.extended.reason))}</p>}
        {!isShort && <Requirements job={job} />}
      </div>
    </header>
  )
}
