import { answer, type Route } from '../endpoints/serve.ts'
import { askCorrection, listOwnCorrections, takeBackCorrection } from './ask.ts'
import { decideCorrection, listCorrections, openEvidence } from './decide.ts'

export const correctionRoutes: Route[] = [
  answer('GET /api/corrections/', listOwnCorrections),
  answer('POST /api/corrections/', askCorrection),
  answer('DELETE /api/corrections/{id}/', takeBackCorrection),
  answer('GET /api/staff/corrections/', listCorrections),
  answer('GET /api/staff/corrections/{id}/evidence/', openEvidence),
  answer('POST /api/staff/corrections/{id}/decide/', decideCorrection),
]
