import { NAMED_KINDS, type NamedKind } from '#contract/documents/documents.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'

// A job names up to 8 documents. Each has a kind, `document_1` to `document_8`, under which applicants' files
// for it are stored. The number of a kind is 1 to 8.

/** A document as an officer or an import file writes it. A new one has no kind yet. */
type WrittenDocument = {
  kind?: NamedKind | null | undefined
  name: string
  required?: boolean | null | undefined
}
/** The documents that a job names now, and the highest kind number it has used since it became public. */
export type NamedDocuments = { wanted_documents: readonly WantedDocument[]; documents_named: number }

export const NO_DOCUMENTS: NamedDocuments = { wanted_documents: [], documents_named: 0 }

const numberOf = (kind: NamedKind) => NAMED_KINDS.indexOf(kind) + 1
const isSameName = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** The existing kind of each written document, found by its `kind`, or else by its name. */
const existingKinds = (written: readonly WrittenDocument[], { wanted_documents: named }: NamedDocuments) => {
  // A written kind that the job does not have is ignored.
  const claimedKinds = written.map(
    ({ kind }) => named.find((wantedDocument) => wantedDocument.kind === kind)?.kind,
  )
  return written.map(
    ({ name }, index) =>
      claimedKinds[index] ??
      named.find(
        (wantedDocument) =>
          !claimedKinds.includes(wantedDocument.kind) && isSameName(wantedDocument.name, name),
      )?.kind,
  )
}

/**
 * Gives each document its kind. A document that the job already names keeps its kind, also under a new name.
 * A used kind is never given to another document, because applicants may have added files for it. Undefined
 * when no kind is left.
 */
export function giveKinds(
  written: readonly WrittenDocument[],
  existing: NamedDocuments,
): WantedDocument[] | undefined {
  const earlierKinds = existingKinds(written, existing)
  let documentsNamed = existing.documents_named
  const wanted = written.flatMap(({ name, required }, index): WantedDocument[] => {
    const earlierKind = earlierKinds[index]
    // If two documents claim one kind, the first gets it.
    const keepsKind = earlierKind !== undefined && earlierKinds.indexOf(earlierKind) === index
    // The list counts from 0, so this is the kind after the highest used one. After the eighth there is none.
    const kind = keepsKind ? earlierKind : NAMED_KINDS[documentsNamed]
    if (!keepsKind) documentsNamed++
    return kind ? [{ kind, name: name.trim(), required: required === true }] : []
  })
  return wanted.length === written.length ? wanted : undefined
}

/** The highest kind number, to store as `documents_named`. 0 when there are no documents. */
export const highestOf = (wanted: readonly WantedDocument[]): number =>
  Math.max(0, ...wanted.map(({ kind }) => numberOf(kind)))
