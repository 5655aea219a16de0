import type * as z from 'zod/mini'
import * as accounts from './accounts/endpoints.ts'
import { askAssistant, getAssistant } from './assistant/endpoints.ts'
import * as staff from './staff/endpoints.ts'
import * as staffAppointments from './staff/appointments.ts'
import * as staffDecisions from './decisions/endpoints.ts'
import * as staffMessages from './messages/endpoints.ts'
import * as staffExports from './exports/endpoints.ts'
import * as staffReports from './reports/endpoints.ts'
import * as staffJobs from './staff-jobs/endpoints.ts'
import * as staffPeople from './staff/people.ts'
import * as staffLastHour from './last-hour/endpoints.ts'
import * as staffLifts from './review/lifts.ts'
import * as staffAuditLog from './audit-log/endpoints.ts'
import * as staffReferenceData from './reference-data/staff-endpoints.ts'
import * as staffReview from './review/endpoints.ts'
import { staffShareOut, staffShares } from './shares/endpoints.ts'
import { staffStart } from './start/endpoints.ts'
import * as staffSupport from './support/endpoints.ts'
import * as staffTemplates from './messages/templates.ts'
import { getCaptcha } from './captcha/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { getDashboardStats } from './dashboard/endpoints.ts'
import * as documents from './job-applications/document-rules.ts'
import * as applications from './job-applications/endpoints.ts'
import { applicationAccessRecords } from './job-applications/access-records.ts'
import { getBoard, getJob, getJobType, listJobs, listJobTypes, listWiderJobs } from './jobs/endpoints.ts'
import { listConstituencies, listCounties, listWards } from './locations/endpoints.ts'
import { askForNewsletter, confirmNewsletter, stopNewsletter } from './newsletter/endpoints.ts'
import {
  listByElectionAreas,
  listHudumaCentres,
  listQualificationLevels,
} from './reference-data/endpoints.ts'
import { listNotifications, readAllNotifications, readNotification } from './notifications/endpoints.ts'
import { register } from './accounts/registration.ts'
import * as sessions from './accounts/sessions.ts'
import { getEmailConfig, getSite } from './site/endpoints.ts'
import { getStatus } from './status/endpoints.ts'
import { getConsistency, getTransparency, verifyReceipt } from './transparency/endpoints.ts'

/**
 * Every call of the portal, by method and path. Browser code imports only the type, so that no schema is
 * bundled.
 */
export const endpoints = {
  'GET /api/csrf/': accounts.csrf,
  'POST /api/login/': accounts.login,
  'POST /api/logout/': accounts.logout,
  'POST /api/session/extend/': accounts.extendSession,
  'POST /api/register/': register,
  'GET /api/captcha/': getCaptcha,
  'POST /api/verify-email/{token}/': accounts.verifyEmail,
  'POST /api/resend-verification/': accounts.resendVerification,
  'POST /api/password-reset-request/': accounts.requestReset,
  'POST /api/verify-otp/': accounts.verifyOtp,
  'POST /api/update-password/': accounts.updatePassword,
  'POST /api/security/question/': accounts.getSecurityQuestion,
  'POST /api/security/reset/': accounts.resetByQuestion,
  'POST /api/security/undo-reset/{token}/': accounts.undoReset,
  'POST /api/security/set/': accounts.setSecurityQuestion,
  'GET /api/user/profile/': accounts.getProfile,
  'PATCH /api/user/profile/': accounts.updateProfile,
  'POST /api/change-password/': accounts.changePassword,
  'GET /api/sessions/': sessions.listSessions,
  'DELETE /api/sessions/{id}/': sessions.endSession,
  'POST /api/sessions/end-others/': sessions.endOtherSessions,
  'GET /api/dashboard/stats/': getDashboardStats,
  'GET /api/notifications/': listNotifications,
  'POST /api/notifications/read-all/': readAllNotifications,
  'PATCH /api/notifications/{id}/': readNotification,
  'GET /api/jobs/list/': listJobs,
  'GET /api/jobs/wider/': listWiderJobs,
  'GET /api/jobs/board/': getBoard,
  'GET /api/jobs/{id}/': getJob,
  'GET /api/job-types/': listJobTypes,
  'GET /api/job-types/{id}/': getJobType,
  'GET /api/job-applications/check/{id}/': applications.checkApplication,
  'GET /api/job-applications/': applications.listApplications,
  'POST /api/job-applications/': applications.startApplication,
  'POST /api/job-applications/partial-save/': applications.savePartially,
  'POST /api/job-applications/submit/': applications.submitApplication,
  'PUT /api/job-applications/update/{id}/': applications.updateApplication,
  'GET /api/job-applications/{id}/': applications.getApplication,
  'GET /api/job-applications/{id}/documents/{kind}/': documents.getDocument,
  'PUT /api/job-applications/{id}/documents/{kind}/': documents.putDocument,
  'DELETE /api/job-applications/{id}/documents/{kind}/': documents.deleteDocument,
  'POST /api/receipts/verify/': verifyReceipt,
  'GET /api/transparency/': getTransparency,
  'GET /api/transparency/consistency/': getConsistency,
  'GET /api/huduma-centres/': listHudumaCentres,
  'GET /api/by-election-areas/': listByElectionAreas,
  'GET /api/qualification-levels/': listQualificationLevels,
  'GET /api/assistant/': getAssistant,
  'POST /api/assistant/': askAssistant,
  'POST /api/staff/login/': staff.staffLogin,
  'POST /api/staff/login/totp/': staff.staffLoginByCode,
  'POST /api/staff/login/passkey/options/': staff.staffPasskeyChallenge,
  'POST /api/staff/login/passkey/': staff.staffLoginByPasskey,
  'POST /api/staff/enrol/totp/': staff.staffEnrolTotp,
  'POST /api/staff/enrol/totp/confirm/': staff.staffEnrolTotpConfirm,
  'POST /api/staff/enrol/passkey/options/': staff.staffEnrolPasskey,
  'POST /api/staff/enrol/passkey/': staff.staffEnrolPasskeyConfirm,
  'POST /api/staff/invitation/': staff.staffInvitation,
  'POST /api/staff/join/': staff.staffJoin,
  'POST /api/staff/logout/': staff.staffLogout,
  'GET /api/staff/me/': staff.staffMe,
  'POST /api/staff/change-password/': staff.staffChangePassword,
  'GET /api/staff/sessions/': sessions.staffSessions,
  'DELETE /api/staff/sessions/{id}/': sessions.staffEndSession,
  'POST /api/staff/sessions/end-others/': sessions.staffEndOtherSessions,
  'GET /api/staff/audit-log/': staffAuditLog.staffAuditLog,
  'GET /api/staff/audit-log/file/': staffAuditLog.staffAuditLogFile,
  'GET /api/staff/alarms/': staffAuditLog.staffAlarms,
  'POST /api/staff/alarms/{id}/seen/': staffAuditLog.staffAlarmSeen,
  'GET /api/staff/start/': staffStart,
  'POST /api/staff/log/check/': staffPeople.staffCheckLog,
  'GET /api/staff/log/check/': staffPeople.staffLogCheck,
  'GET /api/staff/people/': staffPeople.staffPeople,
  'PATCH /api/staff/people/{id}/': staffPeople.staffChangePerson,
  'GET /api/staff/appointments/': staffAppointments.staffAppointments,
  'POST /api/staff/appointments/{id}/decide/': staffAppointments.staffDecideAppointment,
  'POST /api/staff/appointments/{id}/withdraw/': staffAppointments.staffWithdrawAppointment,
  'POST /api/staff/invitations/': staffPeople.staffInvite,
  'DELETE /api/staff/invitations/{id}/': staffPeople.staffWithdrawInvitation,
  'GET /api/staff/jobs/': staffJobs.staffJobs,
  'POST /api/staff/jobs/': staffJobs.staffWriteJob,
  'POST /api/staff/jobs/preview/': staffJobs.staffPreviewJob,
  'GET /api/staff/jobs/{id}/': staffJobs.staffJob,
  'PUT /api/staff/jobs/{id}/': staffJobs.staffEditDraft,
  'POST /api/staff/jobs/{id}/changes/': staffJobs.staffProposeChange,
  'DELETE /api/staff/jobs/{id}/changes/{change}/': staffJobs.staffWithdrawChange,
  'POST /api/staff/jobs/{id}/changes/{change}/decide/': staffJobs.staffDecideChange,
  'GET /api/staff/jobs/{id}/review/': staffReview.staffReview,
  'GET /api/staff/jobs/{id}/applications/': staffReview.staffApplications,
  'GET /api/staff/jobs/{id}/shares/': staffShares,
  'PUT /api/staff/jobs/{id}/shares/': staffShareOut,
  'POST /api/staff/jobs/{id}/lift-blind/': staffLifts.staffLiftBlind,
  'GET /api/staff/lifts/': staffLifts.staffLifts,
  'POST /api/staff/lifts/{id}/decide/': staffLifts.staffDecideLift,
  'POST /api/staff/lifts/{id}/withdraw/': staffLifts.staffWithdrawLift,
  'POST /api/staff/jobs/{id}/views/': staffReview.staffSaveView,
  'DELETE /api/staff/views/{id}/': staffReview.staffDropView,
  'GET /api/staff/applications/{id}/': staffReview.staffCase,
  'GET /api/staff/applications/{id}/documents/{kind}/': staffReview.staffDocument,
  'POST /api/staff/applications/{id}/notes/': staffReview.staffWriteNote,
  'GET /api/job-applications/{id}/access-records/': applicationAccessRecords,
  'GET /api/staff/decisions/': staffDecisions.staffLists,
  'GET /api/staff/decisions/{id}/': staffDecisions.staffList,
  'POST /api/staff/jobs/{id}/decisions/': staffDecisions.staffMakeList,
  'PATCH /api/staff/decisions/{id}/': staffDecisions.staffChangeList,
  'POST /api/staff/decisions/{id}/entries/': staffDecisions.staffAddToList,
  'POST /api/staff/decisions/{id}/entries/remove/': staffDecisions.staffTakeFromList,
  'POST /api/staff/jobs/{id}/move/': staffDecisions.staffMove,
  'POST /api/staff/decisions/{id}/propose/': staffDecisions.staffProposeList,
  'POST /api/staff/decisions/{id}/withdraw/': staffDecisions.staffWithdrawList,
  'POST /api/staff/decisions/{id}/decide/': staffDecisions.staffDecideList,
  'POST /api/staff/decisions/{id}/undo/': staffDecisions.staffUndoList,
  'GET /api/staff/templates/': staffTemplates.staffTemplates,
  'POST /api/staff/templates/': staffTemplates.staffMakeTemplate,
  'PUT /api/staff/templates/{id}/': staffTemplates.staffEditTemplate,
  'POST /api/staff/templates/{id}/archive/': staffTemplates.staffArchiveTemplate,
  'GET /api/staff/jobs/{id}/messages/': staffMessages.staffMessages,
  'POST /api/staff/jobs/{id}/messages/': staffMessages.staffSendMessage,
  'POST /api/staff/jobs/{id}/messages/preview/': staffMessages.staffPreviewMessage,
  'GET /api/staff/messages/{id}/': staffMessages.staffMessage,
  'POST /api/staff/messages/{id}/decide/': staffMessages.staffDecideMessage,
  'POST /api/staff/messages/{id}/stop/': staffMessages.staffStopMessage,
  'GET /api/staff/jobs/{id}/exports/': staffExports.staffExports,
  'GET /api/staff/jobs/{id}/exports/file/': staffExports.staffExportFile,
  'POST /api/staff/jobs/{id}/exports/': staffExports.staffRequestExport,
  'POST /api/staff/exports/{id}/decide/': staffExports.staffDecideExport,
  'POST /api/staff/exports/{id}/withdraw/': staffExports.staffWithdrawExport,
  'GET /api/staff/exports/{id}/file/': staffExports.staffRequestedFile,
  'GET /api/staff/jobs/{id}/published-list/': staffExports.staffPublishedList,
  'POST /api/staff/jobs/{id}/published-list/names/': staffExports.staffPublishedListNames,
  'GET /api/staff/now/': staffReports.staffNow,
  'GET /api/staff/last-hour/': staffLastHour.staffLastHour,
  'POST /api/staff/last-hour/level/': staffLastHour.staffSetLevel,
  'GET /api/staff/reports/': staffReports.staffPortalReports,
  'GET /api/staff/jobs/{id}/reports/': staffReports.staffJobReports,
  'POST /api/staff/emails/retry/': staffReports.staffRetryEmails,
  'POST /api/validation-statistics/': staffReports.reportFieldErrors,
  'POST /api/staff/support/search/': staffSupport.staffFindPerson,
  'GET /api/staff/support/people/{handle}/': staffSupport.staffHelpedPerson,
  'POST /api/staff/support/people/{handle}/verification/': staffSupport.staffResendVerification,
  'POST /api/staff/support/people/{handle}/unlock/': staffSupport.staffLiftLock,
  'POST /api/staff/support/people/{handle}/sign-out/': staffSupport.staffEndSessions,
  'POST /api/staff/support/people/{handle}/name/': staffSupport.staffCorrectName,
  'GET /api/staff/reference-data/': staffReferenceData.staffReferenceData,
  'GET /api/staff/reference-data/places/': staffReferenceData.staffPlaces,
  'PATCH /api/staff/reference-data/types/{id}/': staffReferenceData.staffChangeType,
  'POST /api/staff/reference-data/levels/': staffReferenceData.staffAddLevel,
  'PATCH /api/staff/reference-data/levels/{id}/': staffReferenceData.staffChangeLevel,
  'POST /api/staff/reference-data/centres/': staffReferenceData.staffAddCentre,
  'PATCH /api/staff/reference-data/centres/{id}/': staffReferenceData.staffChangeCentre,
  'POST /api/staff/reference-data/areas/': staffReferenceData.staffAddArea,
  'PATCH /api/staff/reference-data/areas/{id}/': staffReferenceData.staffChangeArea,
  'PATCH /api/staff/reference-data/counties/{code}/': staffReferenceData.staffRenameCounty,
  'PATCH /api/staff/reference-data/constituencies/{code}/': staffReferenceData.staffRenameConstituency,
  'PATCH /api/staff/reference-data/wards/{code}/': staffReferenceData.staffRenameWard,
  'GET /api/counties/': listCounties,
  'GET /api/constituencies/': listConstituencies,
  'GET /api/wards/': listWards,
  'GET /api/email-config/': getEmailConfig,
  'GET /api/site/': getSite,
  'GET /api/status/': getStatus,
  'POST /api/newsletter/': askForNewsletter,
  'POST /api/newsletter/confirm/{token}/': confirmNewsletter,
  'POST /api/newsletter/stop/{token}/': stopNewsletter,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type Part<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends z.ZodMiniType> ? S : undefined

/** What a caller sends, before parsing. */
export type Sent<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Part<K, P> extends z.ZodMiniType ? z.input<Part<K, P>> : undefined
/** What a handler receives, after parsing. */
export type Received<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Part<K, P> extends z.ZodMiniType ? z.output<Part<K, P>> : undefined
export type Reply<K extends EndpointKey> = z.output<Endpoints[K]['reply']>
