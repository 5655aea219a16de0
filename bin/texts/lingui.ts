import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { createBabelExtractor } from '@lingui/cli/api/extractors/babel'
import { type ExtractorType, makeConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { sentencesIn } from './sentences.ts'
import { STAFF_FEATURES } from './staff-features.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Files whose English texts stay in the code and are translated when they are shown, such as
 * `contract/jobs/words.ts` and `server/newsletter/emails.ts`; not `contract/language/paths.ts`.
 */
const STAYS_ENGLISH =
  /(?:^|\/)contract\/(?!language\/)|(?:^|\/)server\/(?:mail\/(?:render|email-about)|http\/plain-page|messages\/write-email|accounts\/(?:email-change|passkey)-emails|job-applications\/withdrawal-emails|own-data\/page-words|\w[\w-]*\/emails)\.ts$/
/** Reference data with the names of job types and qualification levels. Pages receive these names as data. */
const REFERENCE = /\/reference\/(?:job-types|qualification-levels)\.json$/

const textsOf = (file: string, code: string) =>
  REFERENCE.test(file)
    ? (JSON.parse(code) as { name: string }[]).map(({ name }) => ({
        text: name.replace('{acronym}', '{0}'),
        line: 1,
      }))
    : sentencesIn(file, code)

const sentenceExtractor: ExtractorType = {
  match: (file) => STAYS_ENGLISH.test(file) || REFERENCE.test(file),
  extract(file, code, onMessage) {
    for (const { text, line } of textsOf(file, code))
      onMessage({
        id: generateMessageId(text),
        message: text,
        origin: [file, line, 0],
        comment: undefined,
        context: undefined,
        placeholders: {},
      })
  },
}

const folders = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
const existing = (paths: string[]) => paths.filter((path) => existsSync(join(ROOT, path)))

/** The features that applicants use. Each feature has one catalogue of translations. */
const features = [...new Set([...folders('web'), ...folders('contract')])]
  .filter((name) => name !== 'language' && !STAFF_FEATURES.includes(name))
  .sort()

/** Files with texts for applicants that belong to no single feature. */
const SHARED = [
  'web/*.ts',
  'web/*.tsx',
  'contract/*.ts',
  'contract/decisions/reasons.ts',
  'contract/decisions/reserve.ts',
  'contract/last-hour/brownout.ts',
  'contract/last-hour/brownout-words.ts',
  'contract/last-hour/busy-words.ts',
  'server/mail/email-about.ts',
  'server/mail/render.ts',
  'server/http/plain-page.ts',
  'server/decisions/emails.ts',
  'server/messages/write-email.ts',
  'server/own-data/page-words.ts',
  'server/retention/emails.ts',
  'server/staff-jobs/emails.ts',
  'server/database/reference/*.json',
]

type Catalogues = NonNullable<Parameters<typeof makeConfig>[0]['catalogs']>
const settings = (catalogs: Catalogues) =>
  makeConfig(
    {
      rootDir: ROOT,
      locales: ['sw'],
      sourceLocale: 'en',
      catalogs,
      format: formatter({ lineNumbers: false }),
      extractors: [sentenceExtractor, createBabelExtractor()],
    },
    { skipValidation: true },
  )
const filesOf = (name: string) =>
  existing([
    `web/${name}`,
    `contract/${name}`,
    `server/${name}/emails.ts`,
    `server/${name}/email-change-emails.ts`,
    `server/${name}/passkey-emails.ts`,
    `server/${name}/withdrawal-emails.ts`,
  ])

/** Lingui's settings: one catalogue for each feature of applicants, in texts/sw. */
export const config = settings([
  ...features.map((name) => ({ path: `<rootDir>/texts/{locale}/${name}`, include: filesOf(name) })),
  { path: '<rootDir>/texts/{locale}/portal', include: SHARED },
])

/**
 * Officers' pages: one template of texts for each feature, in texts/staff. They are in English only so far.
 */
export const staffConfig = settings(
  STAFF_FEATURES.map((name) => ({
    path: `<rootDir>/texts/{locale}/${name}`,
    include: filesOf(name),
    exclude: SHARED,
  })),
)

/** All texts of the code for which the catalogues must have an entry. */
export async function collectTexts(of = config): Promise<{ catalogue: string; english: string }[]> {
  const catalogues = await getCatalogs(of)
  const found = await Promise.all(
    catalogues.map(async (catalogue) => ({
      name: `${basename(catalogue.path)}.po`,
      messages: (await catalogue.collect()) ?? {},
    })),
  )
  return found.flatMap(({ name, messages }) =>
    Object.values(messages).map(({ message = '' }) => ({ catalogue: name, english: message })),
  )
}
