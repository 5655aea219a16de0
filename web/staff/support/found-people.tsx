import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import type { Found } from './search-form.tsx'

/** Whom a search found, when it is not exactly one. */
export function FoundPeople({ found: { people, more } }: { found: Found }) {
  if (people.length === 0) return <p className="empty">Nobody was found. Only something whole and exact finds a person: ask them to read it out again.</p>
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it */}
      <div className="st-scroll" role="region" aria-label="People found" tabIndex={0}>
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Email</th>
              <th scope="col">County</th>
              <th scope="col">Email verified</th>
            </tr>
          </thead>
          <tbody>
            {people.map((it) => (
              <tr key={it.id}>
                <td>
                  <Link to={paths.staffHelped(it.id)}>{it.name}</Link>
                </td>
                <td>{it.email}</td>
                <td>{it.county}</td>
                <td>{it.verified ? 'Yes' : 'Not yet'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more && <p className="mt3">There are more. Find by something that only one person has, such as the email address.</p>}
    </>
  )
}
