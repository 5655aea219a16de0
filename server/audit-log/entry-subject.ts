const MOST_NAMED = 10

const WORDS: Record<string, string> = {
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

/** The ids of applications that an entry names, at most `MOST_NAMED`. */
export const applicationsIn = ({ applications, changed }: Record<string, unknown>): number[] =>
  Array.isArray(applications) && changed !== 0 ? applications.slice(0, MOST_NAMED).map(Number) : []

const saying = (detail: Record<string, unknown>, references: ReadonlyMap<number, string>): string[] => {
  const ids = detail.applications
  const shown = applicationsIn(detail)
  if (!Array.isArray(ids) || shown.length === 0) return []
  const named = shown.map((id) => references.get(id) ?? String(id)).join(', ')
  return [
    `application${ids.length === 1 ? '' : 's'} ${named}${ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : ''}`,
  ]
}

/**
 * The subject of an entry in words, besides its job, application and person: ids, an application's reference
 * where it may be shown, and an officer's name. Search text and number of matches are left out: they would
 * reveal something about applicants whose names are hidden.
 */
export function aboutOf(
  detail: Record<string, unknown>,
  officer: string | null,
  references: ReadonlyMap<number, string>,
): string {
  const { list, id } = detail
  // For reference data, `list` is a name, not an id.
  const entry = typeof list === 'string' ? [`${list} ${String(id)}`] : []
  const numbered = Object.entries(WORDS).flatMap(([name, words]) =>
    !(name in detail) || (name === 'list' && entry.length > 0) ? [] : [`${words} ${String(detail[name])}`],
  )
  const parts = [
    ...(officer === null ? [] : [officer]),
    ...entry,
    ...numbered,
    ...saying(detail, references),
  ].join(', ')
  return officer === null ? parts.charAt(0).toUpperCase() + parts.slice(1) : parts
}
