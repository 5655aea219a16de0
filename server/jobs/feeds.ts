import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { longDeadline } from '#contract/dates.ts'
import { jobFilters } from '#contract/jobs/endpoints.ts'
import { inKiswahili } from '#contract/language/paths.ts'
import { PERSONAL_PAGES, SITEMAP_PAGES } from '#contract/site/pages.ts'
import type { Deps } from '../deps.ts'
import { findJobs } from './find-jobs.ts'
import type { JobRow } from './store.ts'

// Serves files about the portal and its jobs to search engines, feed readers and security researchers.

// oxlint-disable-next-line no-control-regex -- the characters that XML has no way to write
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escapeXml = (text: string) =>
  text.replace(NOT_IN_XML, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const HELP_PAGES = readdirSync(join(import.meta.dirname, '../../content/help'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/resources/${name.slice(0, -3)}`)
  .sort()

const openJobs = async (deps: Deps) =>
  (await findJobs(deps.db, jobFilters.parse({ sort: 'newest' }), deps.now())).rows
const send = (reply: FastifyReply, type: string, body: string) =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=60').send(body)

const DAY_MS = 86_400_000
/** How long security.txt is valid; RFC 9116 recommends less than a year. */
const CONTACT_DAYS = 360

/** The expiry date in security.txt. It is rounded to whole days, so that the file changes only once a day. */
const contactExpiry = (now: Date) =>
  new Date(Math.floor(now.getTime() / DAY_MS + CONTACT_DAYS) * DAY_MS).toISOString()

const inBothLanguages = (paths: string[]) => [...paths, ...paths.map(inKiswahili)]

const robotsText = (publicUrl: string) =>
  [
    'User-agent: *',
    ...['/api/', ...inBothLanguages(PERSONAL_PAGES)].map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

const securityText = ({ publicUrl, organisation }: Deps['config'], now: Date) =>
  [
    `Contact: mailto:${organisation.email}`,
    `Expires: ${contactExpiry(now)}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    'Preferred-Languages: en, sw',
    '',
  ].join('\n')

const sitemap = (publicUrl: string, jobs: JobRow[]) => {
  const pages = [
    ...[...SITEMAP_PAGES, ...HELP_PAGES].map((path) => ({ path, lastmodTag: '' })),
    ...jobs.map((job) => ({
      path: `/jobs/${job.id}`,
      lastmodTag: `<lastmod>${job.updated_at.toISOString()}</lastmod>`,
    })),
  ]
  const urls = pages.flatMap(({ path, lastmodTag }) =>
    [path, inKiswahili(path)].map(
      (address) => `<url><loc>${escapeXml(publicUrl + address)}</loc>${lastmodTag}</url>`,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

const MAX_FEED_ENTRIES = 100

const atomFeed = ({ publicUrl, organisation }: Deps['config'], jobs: JobRow[]) => {
  const updated = jobs.reduce(
    (latest, job) => (job.updated_at > latest ? job.updated_at : latest),
    new Date(0),
  )
  const entries = jobs.slice(0, MAX_FEED_ENTRIES).map(
    (job) => `<entry>
<id>${escapeXml(publicUrl)}/jobs/${job.id}</id><title>${escapeXml(job.title)}</title><link href="${escapeXml(publicUrl)}/jobs/${job.id}"/>
<published>${job.created_at.toISOString()}</published><updated>${job.updated_at.toISOString()}</updated><category term="${escapeXml(job.job_type_name)}"/>
<summary>${escapeXml(`${job.location}. Closes: ${longDeadline(job.expiry_date)}. ${job.preview}`)}</summary>
</entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(publicUrl)}/jobs</id><title>Open jobs, ${escapeXml(organisation.name)}</title><updated>${updated.toISOString()}</updated>
<link rel="self" href="${escapeXml(publicUrl)}/jobs/feed.atom"/><link href="${escapeXml(publicUrl)}/jobs"/><author><name>${escapeXml(organisation.name)}</name></author>
${entries.join('\n')}
</feed>
`
}

/** Serves `/sitemap.xml`, `/robots.txt`, security.txt (RFC 9116) and the Atom feed of jobs. */
export function mountFeeds(deps: Deps, app: FastifyInstance) {
  const { config } = deps
  app.get('/robots.txt', (_request, reply) => send(reply, 'text/plain', robotsText(config.publicUrl)))
  app.get('/.well-known/security.txt', (_request, reply) =>
    send(reply, 'text/plain', securityText(config, deps.now())),
  )
  app.get('/sitemap.xml', async (_request, reply) =>
    send(reply, 'application/xml', sitemap(config.publicUrl, await openJobs(deps))),
  )
  app.get('/jobs/feed.atom', async (_request, reply) =>
    send(reply, 'application/atom+xml', atomFeed(config, await openJobs(deps))),
  )
}
