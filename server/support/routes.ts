import { answer, type Route } from '../endpoints/serve.ts'
import { findPerson } from './find-person.ts'
import { restoreApplication } from './restore.ts'
import { endSessions, unlockAccount, sendVerification } from './help.ts'
import { seePerson } from './person.ts'

export const supportRoutes: Route[] = [
  answer('POST /api/staff/support/search/', findPerson),
  answer('GET /api/staff/support/people/{handle}/', seePerson),
  answer('POST /api/staff/support/people/{handle}/verification/', sendVerification),
  answer('POST /api/staff/support/people/{handle}/unlock/', unlockAccount),
  answer('POST /api/staff/support/people/{handle}/log-out/', endSessions),
  answer('POST /api/staff/support/people/{handle}/restore/', restoreApplication),
]
