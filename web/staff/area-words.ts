import { plural, t } from '@lingui/core/macro'
import type { Areas } from '#contract/staff/endpoints.ts'

/** Words for the part of the country in which an officer works. */
export const areaWords = ({ areas }: { areas: Areas }): string => {
  const counties = areas.counties.length
  const constituencies = areas.constituencies.length
  const parts = [
    counties > 0 && plural(counties, { one: '# county', other: '# counties' }),
    constituencies > 0 && plural(constituencies, { one: '# constituency', other: '# constituencies' }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t`Everywhere`
}
