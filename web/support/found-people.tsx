import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { WideTable } from '../staff-ui/wide-table.tsx'
import type { Found } from './search-form.tsx'

/** The people a search found, when it is not exactly one. */
export function FoundPeople({ found: { people, more } }: { found: Found }) {
  if (people.length === 0)
    return (
      <p className="empty">
        No one was found. Enter the full email, number or reference: ask them to read it out again.
      </p>
    )
  return (
    <>
      <WideTable
        label="People found"
        heads={['Name', 'Email', 'County', 'Email verified']}
        rows={people.map((it) => ({
          key: it.handle,
          cells: [
            <Link key="name" className="tap" to={paths.staffHelped(it.handle)}>
              {it.name}
            </Link>,
            it.email,
            it.county,
            it.verified ? 'Yes' : 'Not yet',
          ],
        }))}
      />
      {more && (
        <p className="mt3">
          There are more. Find by something that only one person has, such as the email address.
        </p>
      )}
    </>
  )
}
