import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { longDeadline } from '#contract/dates.ts'
import { jobFilters } from '#contract/jobs/endpoints.ts'
import type { Deps } from '../deps.ts'
import { findJobs } from './find-jobs.ts'

// oxlint-disable-next-line no-control-regex -- the characters that XML has no way to write
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escape = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
const PAGES = [
  '/',
  '/jobs',
  '/about',
  '/services',
  '/resources',
  '/contact',
  '/complaints',
  '/transparency',
  '/status',
  '/verify',
  '/privacy',
  '/terms',
  '/register',
  '/login',
]

const HELP = readdirSync(join(import.meta.dirname, '../../content/help'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/resources/${name.slice(0, -3)}`)
  .sort()

const openJobs = async (deps: Deps) =>
  (await findJobs(deps.db, jobFilters.parse({ sort: 'newest' }), deps.now())).rows
const send = (reply: FastifyReply, type: string, body: string) =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=60').send(body)

/**
 * The expiry date in security.txt: 360 days ahead, as RFC 9116 wants less than a year. Whole days, so that it
 * changes once a day.
 */
const endOfContact = (now: Date) =>
  new Date(Math.floor(now.getTime() / 86_400_000 + 360) * 86_400_000).toISOString()

/** Serves `/sitemap.xml`, `/robots.txt`, security.txt (RFC 9116) and the Atom feed of jobs. */
export function mountFeeds(deps: Deps, app: FastifyInstance) {
  const { publicUrl, organisation } = deps.config

  app.get('/robots.txt', (_request, reply) =>
    send(
      reply,
      'text/plain',
      `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /apply\nDisallow: /verify-email\nSitemap: ${publicUrl}/sitemap.xml\n`,
    ),
  )

  app.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: mailto:${organisation.email}`,
      `Expires: ${endOfContact(deps.now())}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      'Preferred-Languages: en, sw',
    ]
    return send(reply, 'text/plain', `${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const urls = [
      ...[...PAGES, ...HELP].map((path) => `<url><loc>${escape(publicUrl + path)}</loc></url>`),
      ...(await openJobs(deps)).map(
        (job) =>
          `<url><loc>${escape(publicUrl)}/jobs/${job.id}</loc><lastmod>${job.updated_at.toISOString()}</lastmod></url>`,
      ),
    ]
    return send(
      reply,
      'application/xml',
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    )
  })

  app.get('/jobs/feed.atom', async (_request, reply) => {
    const jobs = await openJobs(deps)
    const updated = jobs.reduce(
      (latest, job) => (job.updated_at > latest ? job.updated_at : latest),
      new Date(0),
    )
    const entries = jobs.slice(0, 100).map(
      (job) => `<entry>
<id>${escape(publicUrl)}/jobs/${job.id}</id><title>${escape(job.title)}</title><link href="${escape(publicUrl)}/jobs/${job.id}"/>
<published>${job.created_at.toISOString()}</published><updated>${job.updated_at.toISOString()}</updated><category term="${escape(job.job_type_name)}"/>
<summary>${escape(`${job.location}. Closes: ${longDeadline(job.expiry_date)}. ${job.preview}`)}</summary>
</entry>`,
    )
    return send(
      reply,
      'application/atom+xml',
      `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escape(publicUrl)}/jobs</id><title>Job openings, ${escape(organisation.name)}</title><updated>${updated.toISOString()}</updated>
<link rel="self" href="${escape(publicUrl)}/jobs/feed.atom"/><link href="${escape(publicUrl)}/jobs"/><author><name>${escape(organisation.name)}</name></author>
${entries.join('\n')}
</feed>
`,
    )
  })
}
