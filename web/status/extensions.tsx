import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { shortMoment } from '#contract/dates.ts'
import type { ShownExtension } from '#contract/status/endpoints.ts'
import { textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'

/** `reasonLanguage`: the language of an officer's reason; undefined if the page has the same language. */
type MovedDeadline = ShownExtension & { reasonLanguage?: string }

function ExtensionItem({ extension }: { extension: MovedDeadline }) {
  const { job_id, title, at: movedAt, from, until, reason, reasonLanguage, down_minutes } = extension
  // `from`: the earlier deadline; null if the job had none.
  const before = translate(shortMoment(from))
  const now = translate(shortMoment(until))
  const isMeasured = down_minutes !== null
  const why = reasonLanguage ? <span lang={reasonLanguage}>{reason}</span> : reason
  return (
    <li>
      <h3 lang={textLanguage(extension, 'title')}>
        <Link to={paths.job(job_id)}>{title}</Link>
      </h3>
      <p>
        {from && (
          <>
            <Trans>
              The deadline was <span className="nowrap">{before} EAT</span>.
            </Trans>{' '}
          </>
        )}
        <Trans>
          It is now <b className="nowrap">{now} EAT</b>.
        </Trans>
      </p>
      <p className="any">
        <Trans>Why: {why}</Trans>
      </p>
      <p className="small quiet">
        {isMeasured ? t`Measured by the portal and approved by two officers.` : t`Decided by two officers.`}{' '}
        {translate(shortMoment(movedAt))}
      </p>
    </li>
  )
}

/** The list of deadlines that were moved, newest first. */
export const Extensions = ({ extensions }: { extensions: MovedDeadline[] }) =>
  extensions.length === 0 ? (
    <p className="empty mt4">
      <Trans>No deadline was moved in the last 30 days.</Trans>
    </p>
  ) : (
    <ul className="moved mt4">
      {extensions.map((extension) => (
        <ExtensionItem key={`${extension.job_id} ${extension.at}`} extension={extension} />
      ))}
    </ul>
  )
