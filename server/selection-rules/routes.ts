import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnRule, proposeRule, showRule, withdrawRule } from './decide.ts'
import { presentStaffRule } from './present.ts'
import { previewRule } from './preview.ts'
import { copyRule, readSeats, saveRule } from './write.ts'

export const selectionRulesRoutes: Route[] = [
  answer('GET /api/jobs/{id}/selection-rule/', showRule),
  answer('GET /api/staff/jobs/{id}/selection-rule/', (deps, { params, staff }) =>
    presentStaffRule(deps.db, params.id, staff, deps.now()),
  ),
  answer('PUT /api/staff/jobs/{id}/selection-rule/', saveRule),
  answer('POST /api/staff/jobs/{id}/selection-rule/seats/', readSeats),
  answer('POST /api/staff/jobs/{id}/selection-rule/preview/', previewRule),
  answer('POST /api/staff/jobs/{id}/selection-rule/copy/', copyRule),
  answer('POST /api/staff/jobs/{id}/selection-rule/propose/', proposeRule),
  answer('POST /api/staff/jobs/{id}/selection-rule/withdraw/', withdrawRule),
  answer('POST /api/staff/jobs/{id}/selection-rule/decide/', decideOnRule),
]
