import * as z from 'zod/mini'
import { BackupProblem } from './encrypt.ts'
import type { StoredObject } from './destination.ts'
import type { Vault } from './vault.ts'

// A base backup is a copy of the database and a list of the files. Archived WAL files continue it.

/** An encrypted object of the backup. */
const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
const time = z.iso.datetime()

/**
 * The manifest lists the parts of a base backup. It is encrypted and authenticated, with nothing personal.
 */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  startedAt: time,
  endedAt: time,
  /** The version of the portal that made the backup. */
  portal: z.string(),
  /** The name of the key that signed the public log. */
  receiptKey: z.string(),
  /** The newest checkpoint of the public log when the backup started, with its root in base64. */
  log: z.object({ size: z.number(), root: z.string() }),
  /** The copy of the database. Absent when the portal uses a database of the operator. */
  database: z.optional(
    z.object({
      version: z.string(),
      /** PostgreSQL's own id of the database. */
      system: z.string(),
      /** The positions in the WAL at which the copy of the database started and ended. */
      startWal: z.string(),
      stopWal: z.string(),
      /** The last WAL file inside the base backup. The archive continues with the next one. */
      stopFile: z.string(),
      /** Before compression. */
      bytes: z.number(),
      parts: z.array(part),
    }),
  ),
  /**
   * The stored files in the backup. `count` is of all files, `bytes` only of those that this backup added.
   * `lists` has one encrypted list of hashes for each shelf that is not empty.
   */
  files: z.object({ count: z.number(), bytes: z.number(), lists: z.array(part) }),
})
export type Manifest = z.infer<typeof manifestSchema>

export const BASES = 'bases'
const nameOf = (id: string) => `${BASES}/${id}/manifest`
/** The id of a base backup, such as `2027-03-01T07-00-00`. So ids sort by time. */
export const baseId = (moment: Date) => moment.toISOString().slice(0, 19).replaceAll(':', '-')

export const writeManifest = (vault: Vault, manifest: Manifest) =>
  vault.write(nameOf(manifest.id), Buffer.from(JSON.stringify(manifest)))

export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const bytes = await vault.read(nameOf(id))
  const parsed = manifestSchema.safeParse(JSON.parse(bytes.toString()))
  if (!parsed.success || parsed.data.id !== id)
    throw new BackupProblem(`The manifest of ${id} has a form that this version cannot read.`)
  return parsed.data
}

/**
 * The base backups at a destination. `finished`: the ids of those with a manifest, oldest first. `objects`:
 * all objects of each base backup, also of an unfinished one, by its id.
 */
export async function listBases(vault: Vault) {
  const objects = new Map<string, StoredObject[]>()
  for await (const found of vault.list(BASES)) {
    const id = found.name.split('/')[1] ?? ''
    objects.set(id, [...(objects.get(id) ?? []), found])
  }
  const finished = [...objects.keys()]
    .filter((id) => objects.get(id)?.some(({ name }) => name === nameOf(id)))
    .sort()
  return { finished, objects }
}

/** The first part in the manifest that is missing or has another size; undefined when all parts are there. */
export function findMissingPart(manifest: Manifest, objects: StoredObject[]): string | undefined {
  const bytes = new Map(objects.map((found) => [found.name, found.bytes]))
  const parts = [...(manifest.database?.parts ?? []), ...manifest.files.lists]
  return parts.find((entry) => bytes.get(entry.name) !== entry.bytes)?.name
}

/** The manifest of a base backup that has all its parts; undefined for any other base backup. */
export async function readManifestIfComplete(
  vault: Vault,
  id: string,
  objects: StoredObject[],
): Promise<Manifest | undefined> {
  try {
    const manifest = await readManifest(vault, id)
    return findMissingPart(manifest, objects) === undefined ? manifest : undefined
  } catch (error) {
    if (error instanceof BackupProblem) return undefined
    throw error
  }
}
