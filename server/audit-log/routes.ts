import { answer, type Route } from '../endpoints/serve.ts'
import { listAuditEntries } from './list-entries.ts'
import { checkLog, getLogCheck } from './check-log.ts'
import { listAlarms, seeAlarm } from './alarms.ts'
import { exportAuditLog } from './export-entries.ts'

export const auditLogRoutes: Route[] = [
  answer('GET /api/staff/audit-log/', listAuditEntries),
  answer('GET /api/staff/audit-log/file/', exportAuditLog),
  answer('GET /api/staff/alarms/', listAlarms),
  answer('POST /api/staff/alarms/{id}/seen/', seeAlarm),
  answer('POST /api/staff/log/check/', checkLog),
  answer('GET /api/staff/log/check/', getLogCheck),
]
