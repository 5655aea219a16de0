import type { Deps } from '../deps.ts'
import { poolEntry } from '../selection/pool-entry.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedPerson,
  type AuditedSelection,
  findDropped,
  findFrozenPeople,
} from './audit-selections-store.ts'
import { leafDigest } from './leaf.ts'
import { append, type Edge, leafHash, rootOf } from './tree.ts'

const PAGE = 5_000

/** The fault of one person's entry in the frozen pool; undefined when it has none. */
function findProblem(person: AuditedPerson, { job_id: jobId }: AuditedSelection): string | undefined {
  const { salt, digest, reference, submitted_at: submittedAt, erased_leaf: erasedLeaf } = person
  // Of an erased person, only the leaf and the hash of their entry can be compared.
  if (erasedLeaf && person.entry_hash && person.job_id === jobId)
    return erasedLeaf.equals(person.leaf) ? undefined : 'has another leaf in the pool than in the log'
  if (person.job_id !== jobId || !salt || !digest || !reference || !submittedAt)
    return 'is in the pool, but was not sent for this job'
  if (!leafDigest({ salt, digest, reference, submittedAt }).equals(person.leaf))
    return 'has another leaf in the pool than in the log'
  const sum = person.criteria.reduce((total, points) => total + points, 0)
  return sum === person.points
    ? undefined
    : 'has points in the pool that are not the sum of its points by criterion'
}

/**
 * Computes the root of the pool's hash tree again, person by person. It also checks that the pool has exactly
 * the people who applied in time. `frozen` is the document in the log.
 */
export async function auditPool(
  { db }: Pick<Deps, 'db'>,
  selection: AuditedSelection,
  frozen: { root: unknown; count: unknown; at: Date },
  report: Report,
): Promise<void> {
  const name = `the selection ${selection.id}`
  const edge: Edge = []
  let count = 0
  let after: Buffer = Buffer.alloc(0)
  while (true) {
    const page = await findFrozenPeople(db, selection.id, after, PAGE)
    for (const person of page) {
      const problem = findProblem(person, selection)
      if (problem) report(`The application ${person.application_id} of ${name} ${problem}.`)
      const { leaf, salt, unit, place, points, gender, disability } = person
      const entry = { leaf: leaf.toString('hex'), unit, place, points, gender, disability }
      const erasedHash = person.erased_leaf && person.entry_hash
      // A person without a salt was reported above. An empty salt lets the computation continue.
      append(edge, count, erasedHash ?? leafHash(poolEntry(entry, salt ?? Buffer.alloc(0))))
      count++
    }
    after = page.at(-1)?.leaf ?? after
    if (page.length < PAGE) break
  }
  if (count !== frozen.count)
    report(`The pool of ${name} has ${count} people, but the log says ${String(frozen.count)}.`)
  if (rootOf(edge).toString('hex') !== frozen.root)
    report(`The pool of ${name} has another root than the log says.`)
  for (const { application_id } of await findDropped(db, selection, frozen.at))
    report(`The application ${application_id} is not in the pool of ${name}, and no list rejected it before.`)
}
