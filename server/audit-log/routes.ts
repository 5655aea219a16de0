import { answer, type Route } from '../http/serve.ts'
import { listActs } from './acts.ts'
import { listAlarms, seeAlarm } from './alarms.ts'
import { exportActs } from './export-acts.ts'

export const auditLogRoutes: Route[] = [
  answer('GET /api/staff/acts/', listActs),
  answer('GET /api/staff/acts/file/', exportActs),
  answer('GET /api/staff/alarms/', listAlarms),
  answer('POST /api/staff/alarms/{id}/seen/', seeAlarm),
]
