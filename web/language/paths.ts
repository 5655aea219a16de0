import { inKiswahili, KISWAHILI_PATH } from '#contract/language/paths.ts'
import { IS_KISWAHILI } from './translate.ts'

/**
 * The address of a page in the language of this build, such as `/sw/jobs`. It is for plain links and for the
 * browser; the router adds the language to its own links. The English build leaves out the call.
 */
export const pagePath = (path: string): string => (IS_KISWAHILI ? inKiswahili(path) : path)

/**
 * The address of a page without its language: `/jobs` for `/sw/jobs`. The English build leaves out the call.
 */
export const withoutLanguage = (path: string): string =>
  IS_KISWAHILI && (path === KISWAHILI_PATH || path.startsWith(`${KISWAHILI_PATH}/`))
    ? path.slice(KISWAHILI_PATH.length) || '/'
    : path
