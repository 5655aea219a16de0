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

/** Applications that an act names by their numbers, as far as they are said. */
export const applicationsIn = ({ applications, changed }: Record<string, unknown>): number[] =>
  Array.isArray(applications) && changed !== 0 ? applications.slice(0, MOST_NAMED).map(Number) : []

const saying = (detail: Record<string, unknown>, references: ReadonlyMap<number, string>): string[] => {
  const ids = detail.applications
  const shown = applicationsIn(detail)
  if (!Array.isArray(ids) || shown.length === 0) return []
  const named = shown.map((id) => references.get(id) ?? String(id)).join(', ')
  return [`application${ids.length === 1 ? '' : 's'} ${named}${ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : ''}`]
}

/**
 * On what or whom an act was, beside its job, application and person, in words: by number, an application by its reference where that is told, and
 * an officer by name. What was looked for, and how many it found, is not among it: of those whose names are hidden it would tell something to
 * whoever reads the log.
 */
export function aboutOf(detail: Record<string, unknown>, officer: string | null, references: ReadonlyMap<number, string>): string {
  const { list, id } = detail
  // Of the lists that jobs choose from the name is in the place of a number.
  const entry = typeof list === 'string' ? [`${list} ${String(id)}`] : []
  const numbered = Object.entries(WORDS).flatMap(([name, words]) =>
    !(name in detail) || (name === 'list' && entry.length > 0) ? [] : [`${words} ${String(detail[name])}`],
  )
  const said = [...(officer === null ? [] : [officer]), ...entry, ...numbered, ...saying(detail, references)].join(', ')
  return officer === null ? said.charAt(0).toUpperCase() + said.slice(1) : said
}
