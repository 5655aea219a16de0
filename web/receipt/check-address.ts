import { KISWAHILI_PATH } from '#contract/language/paths.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { IS_KISWAHILI } from '../language/translate.ts'

/**
 * The address of the page that checks a receipt, in the language of this build. The receipt names the English
 * page, such as `https://jobs.example/verify`. In Kiswahili this is `https://jobs.example/sw/verify`.
 */
export const checkPage = ({ verify_url }: Receipt): string =>
  // The pattern matches the empty place before `/verify`, so the language is inserted there.
  IS_KISWAHILI ? verify_url.replace(/(?=\/verify$)/, KISWAHILI_PATH) : verify_url

/** An address that opens this page filled in. Browsers never send a server the part after the `#`. */
export const checkAddress = (receipt: Receipt): string =>
  `${checkPage(receipt)}#r=${receipt.reference_number}&d=${receipt.digest}`
