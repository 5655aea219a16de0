import { KISWAHILI_PATH } from '#contract/language/paths.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { IS_KISWAHILI } from '../language/translate.ts'

/**
 * The address of the page that checks a receipt, in the language of this build. The receipt names the English
 * page, such as `https://jobs.example/verify`. In Kiswahili this is `https://jobs.example/sw/verify`.
 */
export const verifyPageOf = ({ verify_url }: Receipt): string =>
  // The pattern matches the empty place before `/verify`, so the language is inserted there.
  IS_KISWAHILI ? verify_url.replace(/(?=\/verify$)/, KISWAHILI_PATH) : verify_url

/** The address of that page with this receipt filled in. A server never gets the part after the `#`. */
export const verifyLinkOf = (receipt: Receipt): string =>
  `${verifyPageOf(receipt)}#r=${receipt.reference_number}&d=${receipt.digest}`
