import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnAppointment, listAppointments, takeBackAppointment } from './appointments.ts'
import { invite, join, viewInvitation, withdrawInvitation } from './invite.ts'
import { logIn, logOut } from './login.ts'
import { changeOwnPassword } from './change-password.ts'
import { endAllOthers, endOneSession, listOwnSessions } from './own-sessions.ts'
import { askPasskey, saveNewPasskey, logInByPasskey, offerPasskey } from './passkey.ts'
import { changePerson, listPeople } from './people.ts'
import { presentMember } from './present.ts'
import { confirmTotp, logInByCode, offerTotp } from './totp.ts'

export const staffRoutes: Route[] = [
  answer('POST /api/staff/login/', logIn),
  answer('POST /api/staff/login/totp/', logInByCode),
  answer('POST /api/staff/login/passkey/options/', askPasskey),
  answer('POST /api/staff/login/passkey/', logInByPasskey),
  answer('POST /api/staff/enrol/totp/', offerTotp),
  answer('POST /api/staff/enrol/totp/confirm/', confirmTotp),
  answer('POST /api/staff/enrol/passkey/options/', offerPasskey),
  answer('POST /api/staff/enrol/passkey/', saveNewPasskey),
  answer('POST /api/staff/invitation/', viewInvitation),
  answer('POST /api/staff/join/', join),
  answer('POST /api/staff/logout/', logOut),
  answer('GET /api/staff/me/', async (_deps, { staff }) => presentMember(staff)),
  answer('POST /api/staff/change-password/', changeOwnPassword),
  answer('GET /api/staff/sessions/', listOwnSessions),
  answer('DELETE /api/staff/sessions/{id}/', endOneSession),
  answer('POST /api/staff/sessions/end-others/', endAllOthers),
  answer('GET /api/staff/people/', listPeople),
  answer('PATCH /api/staff/people/{id}/', changePerson),
  answer('GET /api/staff/appointments/', listAppointments),
  answer('POST /api/staff/appointments/{id}/decide/', decideOnAppointment),
  answer('POST /api/staff/appointments/{id}/withdraw/', takeBackAppointment),
  answer('POST /api/staff/invitations/', invite),
  answer('DELETE /api/staff/invitations/{id}/', withdrawInvitation),
]
