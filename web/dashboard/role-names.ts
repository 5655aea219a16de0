import { t } from '@lingui/core/macro'
import { IS_KISWAHILI } from '../language/translate.ts'

/** The roles of officers (contract/staff/rights.ts) for applicants: in English, their names are the same. */
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
