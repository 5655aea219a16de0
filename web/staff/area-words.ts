import type { Areas } from '#contract/staff/endpoints.ts'

/** The part of the country that an officer works in, in words. */
export const areaWords = ({ areas }: { areas: Areas }): string => {
  const parts = [
    areas.counties.length > 0 &&
      `${areas.counties.length} ${areas.counties.length === 1 ? 'county' : 'counties'}`,
    areas.constituencies.length > 0 &&
      `${areas.constituencies.length} ${areas.constituencies.length === 1 ? 'constituency' : 'constituencies'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Everywhere'
}
