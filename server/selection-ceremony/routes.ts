import { answer, type Route } from '../endpoints/serve.ts'
import { approveFreeze, proposeFreeze, withdrawFreeze } from './freeze.ts'
import { abandon, giveBeacon, typeDice, typeReveal } from './hold.ts'
import { presentCeremony, presentStaffCeremony } from './present.ts'
import { findPublicSelections, listPublicSelections } from './store.ts'

export const selectionCeremonyRoutes: Route[] = [
  answer('GET /api/selections/', async ({ db }) => {
    const rows = await listPublicSelections(db)
    return {
      selections: rows.map(({ id, reference, title, state, round_at: roundAt }) => ({
        job: { id, reference, title },
        state,
        round_at: roundAt.toISOString(),
      })),
    }
  }),
  answer('GET /api/selections/{id}/', async ({ db, now }, { params }) => {
    const rows = await findPublicSelections(db, params.id)
    const selections = []
    for (const row of rows) selections.push(await presentCeremony(db, row, now()))
    return { selections }
  }),
  answer('GET /api/staff/jobs/{id}/selection/', ({ db, now }, { params, staff }) =>
    presentStaffCeremony(db, params.id, staff, now()),
  ),
  answer('POST /api/staff/jobs/{id}/selection/', proposeFreeze),
  answer('POST /api/staff/jobs/{id}/selection/approve/', approveFreeze),
  answer('POST /api/staff/jobs/{id}/selection/withdraw/', withdrawFreeze),
  answer('POST /api/staff/jobs/{id}/selection/dice/', typeDice),
  answer('POST /api/staff/jobs/{id}/selection/reveals/', typeReveal),
  answer('POST /api/staff/jobs/{id}/selection/beacon/', giveBeacon),
  answer('POST /api/staff/jobs/{id}/selection/abandon/', abandon),
]
