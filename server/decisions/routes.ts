import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnList, undoList } from './decide.ts'
import { addToList, moveApplications, takeFromList } from './entries.ts'
import { changeList, getList, listLists, makeList } from './lists.ts'
import { proposeList, withdrawList } from './propose.ts'

export const decisionsRoutes: Route[] = [
  answer('GET /api/staff/lists/', listLists),
  answer('GET /api/staff/lists/{id}/', getList),
  answer('POST /api/staff/jobs/{id}/lists/', makeList),
  answer('PATCH /api/staff/lists/{id}/', changeList),
  answer('POST /api/staff/lists/{id}/entries/', addToList),
  answer('POST /api/staff/lists/{id}/entries/remove/', takeFromList),
  answer('POST /api/staff/jobs/{id}/move/', moveApplications),
  answer('POST /api/staff/lists/{id}/propose/', proposeList),
  answer('POST /api/staff/lists/{id}/withdraw/', withdrawList),
  answer('POST /api/staff/lists/{id}/decide/', decideOnList),
  answer('POST /api/staff/lists/{id}/undo/', undoList),
]
