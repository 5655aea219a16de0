import type { Witness } from '../config-forms.ts'
import type { Deps } from '../deps.ts'
import { cosignatureLine, cosignatureVerifies, cosignedAt } from './cosignatures.ts'
import { readCheckpoint, type SignedCheckpoint } from './note.ts'
import { findCosignatures } from './cosignatures-store.ts'

/** The last checkpoint that a witness, an independent server, signed. `line` has its signature. */
type Cosigned = { witness: Witness; checkpoint: SignedCheckpoint; at: Date; line: string }

/**
 * The last cosignature of each witness in the settings. Only cosignatures that verify count, because anyone
 * who can write rows can insert one.
 */
export async function findCosigned({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Cosigned[]> {
  const { witnesses } = config
  if (witnesses.length === 0) return []
  const rows = await findCosignatures(
    db,
    witnesses.map(({ vkey }) => vkey),
  )
  const rowByWitness = new Map(rows.map((row) => [row.witness, row]))
  return witnesses.flatMap((witness) => {
    const row = rowByWitness.get(witness.vkey)
    const checkpoint = row && readCheckpoint(row.note)
    if (!row || !checkpoint) return []
    const { signature } = row
    if (!cosignatureVerifies(witness.publicBytes, checkpoint.text, signature)) return []
    return [{ witness, checkpoint, at: cosignedAt(signature), line: cosignatureLine(witness, signature) }]
  })
}

/** The signature lines of the witnesses that cosigned the checkpoint of this size. */
export const cosignatureLines = (cosigned: Cosigned[], size: number): string =>
  cosigned
    .filter(({ checkpoint }) => checkpoint.size === size)
    .map(({ line }) => line)
    .join('')

/** The newest checkpoint that a witness cosigned, as a signed note with all its signatures. */
export function newestCosigned(cosigned: Cosigned[]): string | undefined {
  const [newest] = cosigned.toSorted((left, right) => right.checkpoint.size - left.checkpoint.size)
  return newest && newest.checkpoint.ownNote + cosignatureLines(cosigned, newest.checkpoint.size)
}
