import { NAMED_KINDS, type NamedKind } from '#contract/job-applications/documents.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'

type Written = { kind?: NamedKind | null | undefined; name: string; required?: boolean | null | undefined }
/** What a job names now, and the highest number of a kind that it gave since it is public. */
export type NamedBefore = { wanted_documents: readonly WantedDocument[]; documents_named: number }

export const NONE_NAMED: NamedBefore = { wanted_documents: [], documents_named: 0 }

const numberOf = (kind: NamedKind) => NAMED_KINDS.indexOf(kind) + 1
const alike = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** The kinds that documents of the job have already: as they say, or by their names. */
const kindsBefore = (written: readonly Written[], { wanted_documents: named }: NamedBefore) => {
  const said = written.map(({ kind }) => named.find((wantedDocument) => wantedDocument.kind === kind)?.kind)
  return written.map(
    ({ name }, index) => said[index] ?? named.find((wantedDocument) => !said.includes(wantedDocument.kind) && alike(wantedDocument.name, name))?.kind,
  )
}

/**
 * Gives each document its kind: one that the job names already keeps its own, also under another name, and no other ever gets it: files
 * were added for it. Undefined when no kind is left.
 */
export function giveKinds(written: readonly Written[], before: NamedBefore): WantedDocument[] | undefined {
  const kept = kindsBefore(written, before)
  let given = before.documents_named
  const wanted = written.flatMap(({ name, required }, index): WantedDocument[] => {
    const own = kept[index]
    const kind = own && kept.indexOf(own) === index ? own : NAMED_KINDS[given++]
    return kind ? [{ kind, name: name.trim(), required: required === true }] : []
  })
  return wanted.length === written.length ? wanted : undefined
}

/** For the next time. */
export const highestOf = (wanted: readonly WantedDocument[]): number => Math.max(0, ...wanted.map(({ kind }) => numberOf(kind)))
