import type { Deps } from '../deps.ts'
import { COSIGNATURE_TYPE, readVerifierKey } from '../verifier-keys.ts'
import type { AuditedFiles, Report } from './audit-files.ts'
import { cosignatureIn, cosignatureVerifies } from './cosignatures.ts'
import { findAllCosignatures, type StoredCosignature } from './cosignatures-store.ts'
import { readCheckpoint } from './note.ts'

function findProblem({ witness, size, signature, note }: StoredCosignature & { note: string | null }) {
  const key = readVerifierKey(witness, COSIGNATURE_TYPE)
  if (!key) return `A cosignature of ${size} leaves is of no valid key.`
  if (note === null)
    return `${key.name} cosigned a checkpoint of ${size} leaves that the database does not have.`
  const text = readCheckpoint(note)?.text ?? ''
  return cosignatureVerifies(key.publicBytes, text, signature)
    ? undefined
    : `The cosignature of ${key.name} is not of the checkpoint of ${size} leaves.`
}

/**
 * Checks the last cosignature of each witness, and those in the published checkpoint. Signatures with keys
 * that are not in the settings are ignored.
 */
export async function auditCosignatures(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  files: AuditedFiles,
  report: Report,
): Promise<void> {
  for (const row of await findAllCosignatures(db)) {
    const problem = findProblem(row)
    if (problem) report(problem)
  }
  for (const line of files.checkpoint?.witnessLines ?? []) {
    for (const witness of config.witnesses) {
      const cosignature = cosignatureIn(line, witness)
      if (cosignature && !cosignatureVerifies(witness.publicBytes, files.checkpoint?.text ?? '', cosignature))
        report(`The published cosignature of ${witness.name} is not of the published checkpoint.`)
    }
  }
}
