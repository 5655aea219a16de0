import { paths } from '../paths.ts'

const APPLY_PAGE = /^\/apply(?:\?[\w=&%-]{1,200})?$/

/**
 * W13: the form page from which a person came to change their profile: `?job=` has its number, or `?back=`
 * its address. Only an address of the form is ever returned (T37); otherwise undefined.
 */
export const applicationPathFrom = (search: URLSearchParams): string | undefined => {
  const jobId = search.get('job') ?? ''
  if (/^[1-9]\d{0,9}$/.test(jobId)) return paths.apply(jobId)
  const returnPath = search.get('back') ?? ''
  return APPLY_PAGE.test(returnPath) ? returnPath : undefined
}
