import { t } from '@lingui/core/macro'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { EmptyPage } from './empty-page.tsx'
import { pageRight } from './page-rights.ts'

/** Whether an officer's role may not open a page. The server checks each request in any case. */
export const isClosed = (pathname: string, { rights }: StaffMember): boolean => {
  const right = pageRight(pathname)
  return right !== undefined && !rights.includes(right)
}

/** Shown instead of a page that this officer's role may not open; trying again would not help. */
export const Closed = ({ me }: { me: StaffMember }) => (
  <EmptyPage
    title={t`Your role does not allow you to open this page`}
    body={`${ROLE_WORDS[me.role].name}: ${ROLE_WORDS[me.role].may.toLowerCase()}.`}
    next="start"
  />
)
