import { countyMapAddress } from '#contract/locations/county-map.ts'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { escapeHtml } from '../ui/documents-html.ts'

const ALL = Object.keys(COUNTY_PATHS).length
const WIDTH = 260
const HEIGHT = Math.round((WIDTH * COUNTY_MAP.height) / COUNTY_MAP.width)

/**
 * Where the posts of a job are, in words and as a map, after its requirements. Rendered on the server, so
 * that no browser fetches a script for it. The map is an image, loaded when a person scrolls to it.
 */
export function whereHtml({ counties }: Pick<JobInFull, 'counties'>): string {
  if (counties.length === 0) return ''
  const places = counties.reduce((all, county) => all + county.places, 0)
  const names = counties
    .map(({ name, places: here }) => escapeHtml(here > 1 ? `${name} (${here})` : name))
    .join(', ')
  const address = countyMapAddress(counties.map(({ code }) => code))
  return `<h2 class="band">Where the posts are</h2><p>${places} places in ${counties.length} of ${ALL} counties: ${names}.</p><img class="mt3" src="${address}" width="${WIDTH}" height="${HEIGHT}" loading="lazy" alt="Map of these counties">`
}
