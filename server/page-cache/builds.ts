import { join } from 'node:path'
import type { Language } from '#contract/language/paths.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where the built pages of each language are (bin/run.mjs). */
export const BUILDS: Record<Language, string> = { en: join(ROOT, 'build'), sw: join(ROOT, 'build-sw') }
