import type { ReactNode } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { Icon } from '../ui/icon.tsx'
import { GENDERS } from './columns.tsx'
import type { Case } from './use-case.ts'

const listedFacts = (row: ReviewRow, application: Case | undefined): [string, ReactNode][] => {
  const person = application?.person
  const disability = row.is_pwd ? person?.disability_type || 'Yes' : 'None'
  return [
    ['Reason on its list', application && row.list && (application.reason ?? 'None is given')],
    [
      'Area',
      <>
        {row.ward}, {row.constituency}, {row.county}
        {application?.lives_there && (
          <span className="nowrap c-green">
            {' '}
            <Icon name="tick" size="i-s" /> lives there
          </span>
        )}
      </>,
    ],
    ['Applied for', row.place],
    ['Highest', row.level ? `${row.level}${row.year ? `, ${row.year}` : ''}` : 'None is listed'],
    ['Staff number', application?.employment_number],
    ['Age', row.age],
    ['Gender', row.gender && GENDERS[row.gender]],
    ['Disability', row.is_pwd === null ? null : disability],
    ['Born', person?.date_of_birth],
    ['Phone', person?.phone],
    ['Email', person?.email],
    [person?.document_type || 'Identity', person?.idno],
    ['Address', person?.address],
  ]
}

/** The facts at the top of an application. A value hidden from this officer is not listed. */
export const CaseFacts = ({ row, application }: { row: ReviewRow; application: Case | undefined }) => (
  <dl className="rv-facts">
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
