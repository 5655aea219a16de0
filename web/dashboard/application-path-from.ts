import { paths } from '../paths.ts'

/**
 * The address of the application form. It matches `/apply?job=12`, not `/apply/x` or `//evil.example/apply`.
 */
const APPLY_PAGE = /^\/apply(?:\?[\w=&%-]{1,200})?$/

/**
 * The application form from which a person came to change their profile (W13). `?job=` has the number of its
 * job, or `?back=` its address. Any other address is ignored, so that no link can lead elsewhere (T37).
 */
export const applicationPathFrom = (search: URLSearchParams): string | undefined => {
  const jobId = search.get('job') ?? ''
  if (/^[1-9]\d{0,9}$/.test(jobId)) return paths.apply(jobId)
  const returnPath = search.get('back') ?? ''
  return APPLY_PAGE.test(returnPath) ? returnPath : undefined
}
