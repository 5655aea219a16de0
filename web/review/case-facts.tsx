import type { ReactNode } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { Icon } from '../ui/icon.tsx'
import { GENDERS } from './columns.tsx'
import type { Case } from './use-case.ts'

/**
 * The facts of an application, each with its term. Null: hidden from this officer. Undefined: not loaded yet.
 */
const listedFacts = (row: ReviewRow, application: Case | undefined): [string, ReactNode][] => {
  const person = application?.person
  const disability = row.is_pwd ? person?.disability_type || t`Yes` : t`None`
  return [
    [t`Reason on its list`, application && row.list && (application.reason ?? t`None is given`)],
    [
      t`Area`,
      <>
        {row.ward}, {row.constituency}, {row.county}
        {application?.lives_there && (
          <span className="nowrap text-green">
            {' '}
            <Icon name="tick" size="icon-small" /> <Trans>lives there</Trans>
          </span>
        )}
      </>,
    ],
    [t`Applied for`, row.place],
    [t`Highest`, row.level ? `${row.level}${row.year ? `, ${row.year}` : ''}` : t`None is listed`],
    [t`Staff number`, application?.employment_number],
    [t`Age`, row.age],
    [t`Gender`, row.gender && GENDERS[row.gender]],
    [t`Disability`, row.is_pwd === null ? null : disability],
    [t`Born`, person?.date_of_birth],
    [t`Phone`, person?.phone],
    [t`Email`, person?.email],
    [person?.document_type || t`Identity`, person?.idno],
    [t`Address`, person?.address],
  ]
}

/** The facts at the top of an application. A fact that is hidden or not loaded yet is not listed. */
export const CaseFacts = ({ row, application }: { row: ReviewRow; application: Case | undefined }) => (
  <dl className="review-facts">
    {listedFacts(row, application)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
