import { Link } from 'react-router'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { type Right, ROLE_WORDS } from '#contract/staff/rights.ts'
import { paths } from '../paths.ts'

/** The right that each page needs, by address. A page not listed checks for itself, or is for everyone. */
const ROOMS: readonly (readonly [RegExp, Right])[] = [
  [/^\/staff\/jobs\/\d+\/messages$/, 'messages.read'],
  [/^\/staff\/jobs\/\d+\/shares$/, 'applications.read'],
  [/^\/staff\/jobs\/\d+\/(?:exports|notice)$/, 'applications.export'],
  [/^\/staff\/(?:jobs\/\d+\/)?figures$/, 'figures.read'],
  [/^\/staff\/last-hour$/, 'figures.read'],
  [/^\/staff\/lists(?:\/\d+)?$/, 'applications.read'],
  [/^\/staff\/lookups$/, 'lookups.manage'],
  [/^\/staff\/support(?:\/|$)/, 'support.help'],
  [/^\/staff\/people$/, 'people.read'],
  [/^\/staff\/log$/, 'log.read'],
]

/** Whether a role may not open a page. The server checks each request in any case. */
export const isClosed = (pathname: string, { rights }: StaffMember): boolean => {
  const right = ROOMS.find(([room]) => room.test(pathname.replace(/\/+$/, '')))?.[1]
  return right !== undefined && !rights.includes(right)
}

/** Shown instead of a page that this officer's role may not open; trying again would not help. */
export const Closed = ({ me }: { me: StaffMember }) => (
  <div className="empty">
    <h1>Your role does not open this page</h1>
    <p className="mt2">
      {ROLE_WORDS[me.role].name}: {ROLE_WORDS[me.role].may.toLowerCase()}.
    </p>
    <p className="mt2">
      <Link to={paths.staff}>Start</Link>
    </p>
  </div>
)
