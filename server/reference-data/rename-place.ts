import { refuse } from '../http/refuse.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordChange } from './change.ts'
import { PLACES } from './store.ts'

type RenameCall = { params: { code: number }; body: { name: string; reason: string }; staff: Staff }

/**
 * Makes the handler that renames a county, constituency or ward. Its code and the places inside it do not
 * change.
 */
export const renamePlace =
  (list: keyof typeof PLACES) =>
  (deps: Deps, { params: { code }, body, staff }: RenameCall) =>
    deps.db.tx(async (tx) => {
      const before = await PLACES[list].lock(tx, code)
      if (!before) throw refuse('not_found')
      const name = body.name.trim()
      await recordChange(tx, staff, { list, id: code, reason: body.reason }, before, { name }, deps.now())
      await PLACES[list].write(tx, code, name, deps.now())
      return { code, name }
    })
