import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { WideTable } from '../wide-table.tsx'
import type { Found } from './search-form.tsx'

/** Whom a search found, when it is not exactly one. */
export function FoundPeople({ found: { people, more } }: { found: Found }) {
  if (people.length === 0) return <p className="empty">Nobody was found. Only something whole and exact finds a person: ask them to read it out again.</p>
  return (
    <>
      <WideTable label="People found" heads={['Name', 'Email', 'County', 'Email verified']}>
        {people.map((it) => (
          <tr key={it.handle}>
            <td>
              <Link to={paths.staffHelped(it.handle)}>{it.name}</Link>
            </td>
            <td>{it.email}</td>
            <td>{it.county}</td>
            <td>{it.verified ? 'Yes' : 'Not yet'}</td>
          </tr>
        ))}
      </WideTable>
      {more && <p className="mt3">There are more. Find by something that only one person has, such as the email address.</p>}
    </>
  )
}
