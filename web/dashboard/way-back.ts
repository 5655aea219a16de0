import { paths } from '../paths.ts'

const OURS = /^\/apply(?:\?[\w=&%-]{1,200})?$/

/**
 * W13: the form page from which a person came to change their profile: `?job=` has its number, or `?back=`
 * its address. Only an address of the form is ever returned (T37); otherwise undefined.
 */
export const wayBack = (search: URLSearchParams): string | undefined => {
  const job = search.get('job') ?? ''
  if (/^[1-9]\d{0,9}$/.test(job)) return paths.apply(job)
  const back = search.get('back') ?? ''
  return OURS.test(back) ? back : undefined
}
