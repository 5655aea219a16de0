import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FoundPerson } from '#contract/support/endpoints.ts'
import { staffPaths } from '../staff-paths.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import type { SearchResult } from './search-form.tsx'

/** `handle`: a code for the person in addresses, valid only for the officer who found them. */
const COLUMNS: Column<FoundPerson>[] = [
  {
    header: t`Name`,
    cell: ({ handle, name }) => (
      <Link className="tap" to={staffPaths.helped(handle)}>
        {name}
      </Link>
    ),
  },
  { header: t`Email`, cell: ({ email }) => email },
  { header: t`County`, cell: ({ county }) => county },
  { header: t`Email verified`, cell: ({ verified }) => (verified ? t`Yes` : t`Not yet`) },
]

/** The people whom a search has found: none or several, because a single person's page opens at once. */
export function FoundPeople({ result: { people, more } }: { result: SearchResult }) {
  if (people.length === 0)
    return (
      <p className="empty">
        <Trans>
          No one was found. Enter the full email, number or reference. Ask the person to read it out again.
        </Trans>
      </p>
    )
  return (
    <>
      <DataTable label={t`People found`} columns={COLUMNS} rows={people} rowKey={({ handle }) => handle} />
      {more && (
        <p className="mt3">
          <Trans>
            More people match. Search for something that only one person has, such as the email address.
          </Trans>
        </p>
      )}
    </>
  )
}
