/** How many references an audit entry about very many applications shows. */
const MAX_REFERENCES = 10

/**
 * The word that is shown before each id in the detail of an audit entry, by the id's key. These keys are
 * stored, so they stay: `request` is a requested file, `lift` a request to see names.
 */
const ID_WORDS: Record<string, string> = {
  list: 'list',
  change: 'proposal',
  request: 'file',
  message: 'message',
  template: 'template',
  invitation: 'invitation',
  appointment: 'appointment',
  lift: 'request for names',
  alarm: 'alarm',
  correction: 'correction',
  copy_of: 'copy of job',
  level: 'level',
}

/**
 * The ids of the applications that an audit entry names, at most `MAX_REFERENCES`. None when `changed` is 0:
 * the officer chose applications, but none of them changed.
 */
export const shownApplicationIds = ({ applications, changed }: Record<string, unknown>): number[] =>
  Array.isArray(applications) && changed !== 0 ? applications.slice(0, MAX_REFERENCES).map(Number) : []

/** An entry's applications in words: `applications K7-…, K7-… and 5 more`; undefined without any. */
const describeApplications = (
  detail: Record<string, unknown>,
  references: ReadonlyMap<number, string>,
): string | undefined => {
  const ids = detail.applications
  const shownIds = shownApplicationIds(detail)
  if (!Array.isArray(ids) || shownIds.length === 0) return undefined
  const noun = ids.length === 1 ? 'application' : 'applications'
  const shownReferences = shownIds.map((id) => references.get(id) ?? String(id)).join(', ')
  const rest = ids.length > MAX_REFERENCES ? ` and ${ids.length - MAX_REFERENCES} more` : ''
  return `${noun} ${shownReferences}${rest}`
}

/**
 * The subject of an entry in words: the officer it concerns, ids, and references of applications. The job,
 * application and person of the entry have columns of their own. Search text and number of matches are left
 * out: they would reveal something about applicants whose names are hidden.
 */
export function describeSubject(
  detail: Record<string, unknown>,
  officer: string | null,
  references: ReadonlyMap<number, string>,
): string {
  const { list, id } = detail
  // For an entry about reference data, `list` is a list's name such as `centres`, not a decision list's id.
  const isReferenceData = typeof list === 'string'
  const ids = Object.entries(ID_WORDS)
    .filter(([key]) => key in detail && !(key === 'list' && isReferenceData))
    .map(([key, word]) => `${word} ${String(detail[key])}`)
  const subject = [
    officer,
    isReferenceData ? `${list} ${String(id)}` : undefined,
    ...ids,
    describeApplications(detail, references),
  ]
    .filter((phrase) => phrase !== null && phrase !== undefined)
    .join(', ')
  // The words start with a name, or with a noun that gets a capital letter.
  return officer === null ? subject.charAt(0).toUpperCase() + subject.slice(1) : subject
}
