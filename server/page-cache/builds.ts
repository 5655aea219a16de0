import { join } from 'node:path'
import type { Language } from '#contract/language/paths.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The folder with the built pages of each language (written by bin/run.mjs). */
export const BUILDS: Record<Language, string> = { en: join(ROOT, 'build'), sw: join(ROOT, 'build-sw') }
