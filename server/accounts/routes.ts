import { issueCsrf } from '../http/csrf.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { endSession, extendSession } from '../sessions/session.ts'
import { changePassword } from './change-password.ts'
import { confirmEmailChange, undoEmailChange } from './email-change-links.ts'
import { askEmailChange, findEmailChange, takeBackEmailChange } from './email-change.ts'
import { listFailedLogins } from './failed-logins.ts'
import { login } from './login.ts'
import { endAllOthers, endOneSession, listOwnSessions } from './own-sessions.ts'
import { askLogin, loginByPasskey } from './passkey-login.ts'
import { addPasskey, askProof, listPasskeys, offerPasskey, removePasskey } from './passkeys.ts'
import { getProfile } from './profile.ts'
import { register } from './register.ts'
import { requestReset, updatePassword, verifyOtp } from './reset-by-code.ts'
import { getSecurityQuestion, resetByQuestion, undoReset } from './reset-by-question.ts'
import { setSecurityQuestion } from './set-question.ts'
import { updateProfile } from './update-profile.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export const accountsRoutes: Route[] = [
  answer('GET /api/csrf/', async (deps, { visitor }) => ({ csrfToken: issueCsrf(deps.secrets, visitor) })),
  answer('POST /api/register/', register),
  answer('POST /api/verify-email/{token}/', verifyEmail),
  answer('POST /api/resend-verification/', resendVerification),
  answer('POST /api/login/', login),
  answer('POST /api/logout/', async (deps, { applicant, visitor }) => {
    await endSession(deps.db, applicant.session.sessionId)
    visitor.clearCookie('session')
    // Without this header, the back button would show a person's pages from the browser's cache.
    visitor.setHeader('clear-site-data', '"cache"')
    return { message: 'You are logged out' }
  }),
  answer('POST /api/session/extend/', async (deps, { applicant }) => {
    const { token, expiresAt } = await extendSession(deps, applicant)
    return { token, expires_at: expiresAt.toISOString(), server_time: deps.now().toISOString() }
  }),
  answer('POST /api/password-reset-request/', requestReset),
  answer('POST /api/verify-otp/', verifyOtp),
  answer('POST /api/update-password/', updatePassword),
  answer('POST /api/security/question/', getSecurityQuestion),
  answer('POST /api/security/reset/', resetByQuestion),
  answer('POST /api/security/undo-reset/{token}/', undoReset),
  answer('POST /api/security/set/', setSecurityQuestion),
  answer('POST /api/change-password/', changePassword),
  answer('GET /api/email-change/', findEmailChange),
  answer('POST /api/email-change/', askEmailChange),
  answer('DELETE /api/email-change/', takeBackEmailChange),
  answer('POST /api/email-change/confirm/{token}/', confirmEmailChange),
  answer('POST /api/email-change/undo/{token}/', undoEmailChange),
  answer('GET /api/sessions/', listOwnSessions),
  answer('DELETE /api/sessions/{id}/', endOneSession),
  answer('POST /api/sessions/end-others/', endAllOthers),
  answer('GET /api/failed-logins/', listFailedLogins),
  answer('POST /api/login/passkey/options/', askLogin),
  answer('POST /api/login/passkey/', loginByPasskey),
  answer('GET /api/passkeys/', listPasskeys),
  answer('POST /api/passkeys/options/', offerPasskey),
  answer('POST /api/passkeys/', addPasskey),
  answer('POST /api/passkeys/proof/', askProof),
  answer('DELETE /api/passkeys/{id}/', removePasskey),
  answer('GET /api/user/profile/', getProfile),
  answer('PATCH /api/user/profile/', updateProfile),
]
