import * as z from 'zod/mini'
import { BackupProblem } from './encrypt.ts'
import type { StoredObject } from './destination.ts'
import type { Vault } from './vault.ts'

// A base backup is a copy of the database and a list of the files. WAL files in the archive continue it.

const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
const time = z.iso.datetime()

/** What a base backup consists of. It is encrypted and authenticated, and holds nothing personal. */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  startedAt: time,
  endedAt: time,
  /** The version of the portal. */
  portal: z.string(),
  /** The name of the key that signed the public log. */
  receiptKey: z.string(),
  /** The newest checkpoint of the public log when the backup started. */
  log: z.object({ size: z.number(), root: z.string() }),
  /** Absent when the database is not the embedded one. */
  database: z.optional(
    z.object({
      version: z.string(),
      /** PostgreSQL's id of the database. */
      system: z.string(),
      /** The copy was made between these positions in the WAL. */
      startWal: z.string(),
      stopWal: z.string(),
      /** The last WAL file inside the backup: the archive continues with the next. */
      stopFile: z.string(),
      /** Before compression. */
      bytes: z.number(),
      parts: z.array(part),
    }),
  ),
  /**
   * `count`: all files. `bytes`: only those that this backup added. `lists`: one encrypted list of hashes for
   * each shelf that is not empty.
   */
  files: z.object({ count: z.number(), bytes: z.number(), lists: z.array(part) }),
})
export type Manifest = z.infer<typeof manifestSchema>

export const BASES = 'bases'
const nameOf = (id: string) => `${BASES}/${id}/manifest`
/** The id of a base backup: `2027-03-01T07-00-00`. So ids sort by time. */
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
 * `finished`: the ids of the base backups that have a manifest, oldest first. `objects`: all objects of each
 * base backup, also of an unfinished one, by its id.
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

/** The first part that the manifest lists and that is not there with its size; undefined when all are. */
export function findMissingPart(manifest: Manifest, objects: StoredObject[]): string | undefined {
  const bytes = new Map(objects.map((found) => [found.name, found.bytes]))
  const parts = [...(manifest.database?.parts ?? []), ...manifest.files.lists]
  return parts.find((entry) => bytes.get(entry.name) !== entry.bytes)?.name
}
