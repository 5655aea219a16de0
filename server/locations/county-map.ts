import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import { countiesInFile, COUNTY_MAP_ROUTE, type MappedCounty } from '#contract/locations/county-map.ts'
import { notHere } from '../endpoints/not-here.ts'
import { chooseEncoding } from '../http/content-encoding.ts'

const MAX_CACHED = 200
const COUNTRY = Object.values(COUNTY_PATHS).join('')
// The style of the map. As an image it cannot use the page's colours, only the page's light or dark scheme.
const STYLE =
  '.country{fill:#fff;stroke:#77717f}.counties{fill:#4b2a85;stroke:#fff}@media(prefers-color-scheme:dark){.country{fill:#1d1a25;stroke:#8d8698}.counties{fill:#c4b0f6;stroke:#15131b}}'

/** The opacity of each shade of a county: 1 is the lightest, 4 is opaque. A county without a shade has 4. */
const OPACITIES = ['.25', '.5', '.75', undefined]
const DARKEST = OPACITIES.length

/** The shaded counties as SVG, with one path for each shade. */
const shaded = (counties: MappedCounty[]) =>
  OPACITIES.map((opacity, index) => {
    const paths = counties
      .filter(({ shade = DARKEST }) => shade === index + 1)
      .map(({ code }) => COUNTY_PATHS[code])
      .join('')
    return paths && `<path class="counties"${opacity ? ` fill-opacity="${opacity}"` : ''} d="${paths}"/>`
  }).join('')

/** Draws the map as SVG. A margin of 1 on each side leaves space for the outlines. */
const draw = (counties: MappedCounty[]) => {
  const { width, height } = COUNTY_MAP
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${width + 2} ${height + 2}" stroke-width=".8" stroke-linejoin="round"><style>${STYLE}</style><path class="country" d="${COUNTRY}"/>${shaded(counties)}</svg>`
}

/**
 * Serves a map of the country with some counties shaded. The image is the same for every caller and names no
 * job.
 */
export function mountCountyMap(app: FastifyInstance) {
  const images = new LRUCache<string, { raw: Buffer; gz: Buffer }>({ max: MAX_CACHED })
  app.get<{ Params: { file: string } }>(COUNTY_MAP_ROUTE, (request, reply) => {
    const { file } = request.params
    const counties = countiesInFile(file)
    if (!counties) throw notHere(request, reply)
    let image = images.get(file)
    if (!image) {
      const raw = Buffer.from(draw(counties))
      image = { raw, gz: gzipSync(raw, { level: 9 }) }
      images.set(file, image)
    }
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'accept-encoding')
    const compressed = chooseEncoding(request.headers['accept-encoding'], { gz: image.gz })
    return compressed
      ? reply.header('content-encoding', compressed.encoding).send(compressed.content)
      : reply.send(image.raw)
  })
}
