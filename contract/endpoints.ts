import type * as z from 'zod/mini'
import * as accounts from './accounts.ts'
import { getCaptcha } from './captcha.ts'
import type { Endpoint } from './endpoint.ts'
import { checkApplication, startApplication } from './job-applications.ts'
import { getBoard, getJob, getJobType, listJobs, listJobTypes } from './jobs.ts'
import { listConstituencies, listCounties, listWards } from './locations.ts'
import { askForNewsletter, confirmNewsletter, stopNewsletter } from './newsletter.ts'
import { listNotifications } from './notifications.ts'
import { register } from './registration.ts'
import { getEmailConfig, getSite } from './site.ts'

/** Every call of the portal, by method and path. Browsers import only the type, so that no schema travels. */
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
  'GET /api/notifications/': listNotifications,
  'GET /api/jobs/list/': listJobs,
  'GET /api/jobs/board/': getBoard,
  'GET /api/jobs/{id}/': getJob,
  'GET /api/job-types/': listJobTypes,
  'GET /api/job-types/{id}/': getJobType,
  'GET /api/job-applications/check/{id}/': checkApplication,
  'POST /api/job-applications/': startApplication,
  'GET /api/counties/': listCounties,
  'GET /api/constituencies/': listConstituencies,
  'GET /api/wards/': listWards,
  'GET /api/email-config/': getEmailConfig,
  'GET /api/site/': getSite,
  'POST /api/newsletter/': askForNewsletter,
  'POST /api/newsletter/confirm/{token}/': confirmNewsletter,
  'POST /api/newsletter/stop/{token}/': stopNewsletter,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type Part<K extends EndpointKey, P extends 'params' | 'query' | 'body'> = Endpoints[K] extends Record<P, infer S extends z.ZodMiniType> ? S : undefined

/** What a caller sends, before parsing. */
export type Sent<K extends EndpointKey, P extends 'params' | 'query' | 'body'> = Part<K, P> extends z.ZodMiniType ? z.input<Part<K, P>> : undefined
/** What an act receives, after parsing. */
export type Received<K extends EndpointKey, P extends 'params' | 'query' | 'body'> = Part<K, P> extends z.ZodMiniType ? z.output<Part<K, P>> : undefined
export type Reply<K extends EndpointKey> = z.output<Endpoints[K]['reply']>
