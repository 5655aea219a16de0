import { t } from '@lingui/core/macro'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { EmptyPage } from './empty-page.tsx'
import { pageRight } from './page-rights.ts'

/** Whether an officer's role may not open this page. The server also checks each request. */
export const isForbidden = (pathname: string, { rights }: StaffMember): boolean => {
  const right = pageRight(pathname)
  return right !== undefined && !rights.includes(right)
}

/** Replaces a page that this officer's role may not open. Trying again would not help. */
export const ForbiddenPage = ({ me }: { me: StaffMember }) => (
  <EmptyPage
    title={t`Your role does not allow you to open this page`}
    body={`${ROLE_WORDS[me.role].name}: ${ROLE_WORDS[me.role].may.toLowerCase()}.`}
    next="start"
  />
)
