import { NAMED_KINDS, type NamedKind } from '#contract/documents/documents.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'

// A job may ask for up to 8 documents by name. Each has a kind, `document_1` to `document_8`, with the number
// 1 to 8. An applicant's file for it is stored under this kind.

/** A document as an officer or an import file writes it. A new one has no kind yet. */
type WrittenDocument = {
  kind?: NamedKind | null | undefined
  name: string
  required?: boolean | null | undefined
}
/** The documents that a job asks for by name, and the highest kind number used since it became public. */
export type NamedDocuments = { wanted_documents: readonly WantedDocument[]; documents_named: number }

export const NO_DOCUMENTS: NamedDocuments = { wanted_documents: [], documents_named: 0 }

const numberOf = (kind: NamedKind) => NAMED_KINDS.indexOf(kind) + 1
const isSameName = (left: string, right: string) => left.trim().toLowerCase() === right.trim().toLowerCase()

/** Finds the existing kind of each document that an officer wrote, by its `kind` or else by its name. */
const existingKinds = (written: readonly WrittenDocument[], named: readonly WantedDocument[]) => {
  // A kind in the input that the job does not have is ignored.
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

/** Gives each written document its kind among the named ones, or else the next free kind. */
function assignKinds(
  written: readonly WrittenDocument[],
  named: readonly WantedDocument[],
  freeKinds: readonly NamedKind[],
): WantedDocument[] | undefined {
  const earlierKinds = existingKinds(written, named)
  let newCount = 0
  const wanted = written.flatMap(({ name, required }, index): WantedDocument[] => {
    const earlierKind = earlierKinds[index]
    // If two documents in the input have the same kind, the first one gets it.
    const keepsKind = earlierKind !== undefined && earlierKinds.indexOf(earlierKind) === index
    const kind = keepsKind ? earlierKind : freeKinds[newCount]
    if (!keepsKind) newCount++
    return kind ? [{ kind, name: name.trim(), required: required === true }] : []
  })
  return wanted.length === written.length ? wanted : undefined
}

/**
 * Gives each document of a job its kind. A document that the job already names keeps its kind, even after a
 * change of name. No other document gets a used kind, because applicants may have added files for it.
 * Undefined when no kind is left.
 */
export const giveKinds = (written: readonly WrittenDocument[], existing: NamedDocuments) =>
  assignKinds(written, existing.wanted_documents, NAMED_KINDS.slice(existing.documents_named))

/**
 * Gives each document of a draft its kind, numbered again each time, because no one could apply yet. A kind
 * in `ruleKinds`, for which the job's selection rule gives points, stays with the name that it has.
 * Undefined when no kind is left.
 */
export const giveDraftKinds = (
  written: readonly WrittenDocument[],
  named: readonly WantedDocument[],
  ruleKinds: readonly NamedKind[],
) =>
  assignKinds(
    // Found by name alone: under another name, a document would get points that no one approved for it.
    written.map(({ name, required }) => ({ name, required })),
    named.filter(({ kind }) => ruleKinds.includes(kind)),
    NAMED_KINDS.filter((kind) => !ruleKinds.includes(kind)),
  )

/** The highest kind number of a job's documents, stored as `documents_named`; 0 without documents. */
export const highestOf = (wanted: readonly WantedDocument[]): number =>
  Math.max(0, ...wanted.map(({ kind }) => numberOf(kind)))
