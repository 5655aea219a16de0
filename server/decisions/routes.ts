import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnList, undoList } from './decide.ts'
import { addToList, moveApplications, takeFromList } from './entries.ts'
import { updateList, getList, listLists, createList } from './lists.ts'
import { proposeList, withdrawList } from './propose.ts'

export const decisionsRoutes: Route[] = [
  answer('GET /api/staff/decisions/', listLists),
  answer('GET /api/staff/decisions/{id}/', getList),
  answer('POST /api/staff/jobs/{id}/decisions/', createList),
  answer('PATCH /api/staff/decisions/{id}/', updateList),
  answer('POST /api/staff/decisions/{id}/entries/', addToList),
  answer('POST /api/staff/decisions/{id}/entries/remove/', takeFromList),
  answer('POST /api/staff/jobs/{id}/move/', moveApplications),
  answer('POST /api/staff/decisions/{id}/propose/', proposeList),
  answer('POST /api/staff/decisions/{id}/withdraw/', withdrawList),
  answer('POST /api/staff/decisions/{id}/decide/', decideOnList),
  answer('POST /api/staff/decisions/{id}/undo/', undoList),
]
