import { plural, t } from '@lingui/core/macro'
import { countyMapAddress } from '#contract/locations/county-map.ts'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { escapeHtml } from '../ui/documents-html.ts'

const COUNTY_COUNT = Object.keys(COUNTY_PATHS).length
const MAP_WIDTH_PX = 260
const MAP_HEIGHT_PX = Math.round((MAP_WIDTH_PX * COUNTY_MAP.height) / COUNTY_MAP.width)

/**
 * HTML that says where the posts of a job are, in words and as a map. It is made on the server, so that no
 * browser loads code for it. The map is an image that loads when a person scrolls to it.
 */
export function whereHtml({ counties }: Pick<JobInFull, 'counties'>): string {
  if (counties.length === 0) return ''
  const places = counties.reduce((sum, county) => sum + county.places, 0)
  const names = counties
    .map(({ name, places: placesHere }) => escapeHtml(placesHere > 1 ? `${name} (${placesHere})` : name))
    .join(', ')
  const address = countyMapAddress(counties.map(({ code }) => ({ code })))
  const countyCount = counties.length
  const sentence = t`${plural(places, { one: '# place', other: '# places' })} in ${countyCount} of ${COUNTY_COUNT} counties: ${names}.`
  return `<h2 class="band">${t`Where the posts are`}</h2><p>${sentence}</p><img class="mt3" src="${address}" width="${MAP_WIDTH_PX}" height="${MAP_HEIGHT_PX}" loading="lazy" alt="${t`Map of these counties`}">`
}
