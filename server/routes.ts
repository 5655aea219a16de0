import type { Route } from './endpoints/serve.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { decisionsRoutes } from './decisions/routes.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { exportsRoutes } from './exports/routes.ts'
import { documentRoutes } from './job-applications/document-routes.ts'
import { jobApplicationsRoutes } from './job-applications/routes.ts'
import { jobsRoutes } from './jobs/routes.ts'
import { lastHourRoutes } from './last-hour/routes.ts'
import { locationsRoutes } from './locations/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { ownDataRoutes } from './own-data/own-data.ts'
import { staffReferenceDataRoutes } from './reference-data/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { heldUntil, storedUntil } from './retention/stored-until.ts'
import { reviewRoutes } from './review/routes.ts'
import { selectionCeremonyRoutes } from './selection-ceremony/routes.ts'
import { selectionRulesRoutes } from './selection-rules/routes.ts'
import { selectionCheckRoutes } from './selection-checks/routes.ts'
import { selectionRoutes } from './selections/routes.ts'
import { sharesRoutes } from './shares/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { staffJobsRoutes } from './staff-jobs/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { startRoutes } from './start/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { transparencyRoutes } from './transparency/routes.ts'

/** All routes (addresses with their handlers) of the portal, in one list. */
export const routes: Route[] = [
  ...captchaRoutes,
  ...notificationsRoutes,
  ...accountsRoutes,
  ...siteRoutes,
  ...statusRoutes,
  ...locationsRoutes,
  ...jobsRoutes,
  ...jobApplicationsRoutes,
  ...documentRoutes,
  ...dashboardRoutes,
  ...newsletterRoutes,
  ...assistantRoutes,
  ...transparencyRoutes,
  ...staffRoutes,
  ...staffJobsRoutes,
  ...reviewRoutes,
  ...decisionsRoutes,
  ...selectionRulesRoutes,
  ...selectionCeremonyRoutes,
  ...selectionRoutes,
  ...selectionCheckRoutes,
  ...ownDataRoutes,
  // SQL expressions: until when an application is kept, and until when an officer's hold keeps it.
  ...erasureRoutes({ storedUntil, heldUntil }),
  ...messagesRoutes,
  ...exportsRoutes,
  ...reportsRoutes,
  ...lastHourRoutes,
  ...supportRoutes,
  ...correctionRoutes,
  ...retentionRoutes,
  ...staffReferenceDataRoutes,
  ...auditLogRoutes,
  ...sharesRoutes,
  ...startRoutes,
]
