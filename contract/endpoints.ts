import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { accountEndpoints } from './accounts/endpoints.ts'
import { emailChangeEndpoints } from './accounts/email-change-endpoints.ts'
import { registrationEndpoints } from './accounts/registration.ts'
import { passkeyEndpoints } from './accounts/passkey-endpoints.ts'
import { questionEndpoints } from './accounts/question-endpoints.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { captchaEndpoints } from './captcha/endpoints.ts'
import { dashboardEndpoints } from './dashboard/endpoints.ts'
import { notificationEndpoints } from './notifications/endpoints.ts'
import { jobEndpoints } from './jobs/endpoints.ts'
import { correctionEndpoints } from './job-applications/correction-endpoints.ts'
import { applicationEndpoints } from './job-applications/endpoints.ts'
import { documentEndpoints } from './job-applications/document-rules.ts'
import { accessRecordEndpoints } from './job-applications/access-records.ts'
import { transparencyEndpoints } from './transparency/endpoints.ts'
import { referenceDataEndpoints } from './reference-data/endpoints.ts'
import { locationEndpoints } from './locations/endpoints.ts'
import { assistantEndpoints } from './assistant/endpoints.ts'
import { newsletterEndpoints } from './newsletter/endpoints.ts'
import { siteEndpoints } from './site/endpoints.ts'
import { statusEndpoints } from './status/endpoints.ts'
import { staffLoginEndpoints } from './staff/endpoints.ts'
import { startEndpoints } from './start/endpoints.ts'
import { peopleEndpoints } from './staff/people.ts'
import { appointmentEndpoints } from './staff/appointments.ts'
import { auditLogEndpoints } from './audit-log/endpoints.ts'
import { logCheckEndpoints } from './audit-log/log-check.ts'
import { staffJobEndpoints } from './staff-jobs/endpoints.ts'
import { reviewEndpoints } from './review/endpoints.ts'
import { caseEndpoints } from './review/case-endpoints.ts'
import { liftEndpoints } from './review/lifts.ts'
import { shareEndpoints } from './shares/endpoints.ts'
import { decisionEndpoints } from './decisions/endpoints.ts'
import { selectionCeremonyEndpoints } from './selection-ceremony/endpoints.ts'
import { selectionRuleEndpoints } from './selection-rules/endpoints.ts'
import { messageEndpoints } from './messages/endpoints.ts'
import { templateEndpoints } from './messages/templates.ts'
import { exportEndpoints } from './exports/endpoints.ts'
import { selectionPackEndpoints } from './exports/selection-packs.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { lastHourEndpoints } from './last-hour/endpoints.ts'
import { profileCorrectionEndpoints } from './corrections/endpoints.ts'
import { supportEndpoints } from './support/endpoints.ts'
import { staffReferenceDataEndpoints } from './reference-data/staff-endpoints.ts'
import { ownPlaceEndpoints } from './selections/own-place-endpoints.ts'
import { resultEndpoints } from './selections/result-endpoints.ts'
import { retentionEndpoints } from './retention/endpoints.ts'
import { ownDataEndpoints } from './own-data/endpoints.ts'
import { erasureEndpoints } from './erasure/endpoints.ts'
import { outcomeEndpoints } from './selection-checks/outcome-endpoints.ts'

/**
 * Every call of the portal: its name, such as `GET /api/jobs/{id}/`, with what it takes and returns. Each
 * feature lists its own calls. Browser code imports only the type, so that no schema is bundled.
 */
export const endpoints = {
  ...accountEndpoints,
  ...emailChangeEndpoints,
  ...registrationEndpoints,
  ...sessionEndpoints,
  ...passkeyEndpoints,
  ...questionEndpoints,
  ...captchaEndpoints,
  ...dashboardEndpoints,
  ...notificationEndpoints,
  ...jobEndpoints,
  ...applicationEndpoints,
  ...correctionEndpoints,
  ...documentEndpoints,
  ...accessRecordEndpoints,
  ...transparencyEndpoints,
  ...referenceDataEndpoints,
  ...locationEndpoints,
  ...assistantEndpoints,
  ...newsletterEndpoints,
  ...siteEndpoints,
  ...statusEndpoints,
  ...staffLoginEndpoints,
  ...startEndpoints,
  ...peopleEndpoints,
  ...appointmentEndpoints,
  ...auditLogEndpoints,
  ...logCheckEndpoints,
  ...staffJobEndpoints,
  ...reviewEndpoints,
  ...caseEndpoints,
  ...liftEndpoints,
  ...shareEndpoints,
  ...decisionEndpoints,
  ...selectionRuleEndpoints,
  ...selectionCeremonyEndpoints,
  ...ownPlaceEndpoints,
  ...resultEndpoints,
  ...ownDataEndpoints,
  ...erasureEndpoints,
  ...outcomeEndpoints,
  ...messageEndpoints,
  ...templateEndpoints,
  ...exportEndpoints,
  ...selectionPackEndpoints,
  ...reportEndpoints,
  ...lastHourEndpoints,
  ...supportEndpoints,
  ...profileCorrectionEndpoints,
  ...staffReferenceDataEndpoints,
  ...retentionEndpoints,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

/** A schema of an endpoint; undefined when the endpoint has none. */
type Part<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends z.ZodMiniType> ? S : undefined

/** The type of what a caller sends, before parsing. */
export type Sent<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Part<K, P> extends z.ZodMiniType ? z.input<Part<K, P>> : undefined
/** The type of what a handler receives, after parsing. */
export type Received<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Part<K, P> extends z.ZodMiniType ? z.output<Part<K, P>> : undefined
/** The type of what the caller receives. */
export type Reply<K extends EndpointKey> = z.output<Endpoints[K]['reply']>
