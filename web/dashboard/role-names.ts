import { t } from '@lingui/core/macro'
import { IS_KISWAHILI } from '../language/translate.ts'

/**
 * The Kiswahili names of officers' roles (contract/staff/rights.ts), for applicants. English pages show the
 * roles' own names, and `IS_KISWAHILI` lets their build leave out this table and its use.
 */
const ROLE_NAMES: Record<string, string> = IS_KISWAHILI
  ? {
      Administrator: t`Administrator`,
      Recruiter: t`Recruiter`,
      Reviewer: t`Reviewer`,
      Approver: t`Approver`,
      Auditor: t`Auditor`,
    }
  : {}

/** The role of an officer, as applicants read it. */
export const roleName = (role: string): string => (IS_KISWAHILI && ROLE_NAMES[role]) || role
