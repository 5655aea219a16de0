import { paths } from '../paths.ts'

const OURS = /^\/apply(?:\?[\w=&%-]{1,200})?$/

/**
 * W13: the page of the form from which somebody came to change their profile: `?job=` with its number, or `?back=` with its
 * address. Only an address of the form is ever gone back to (T37).
 */
export const wayBack = (search: URLSearchParams): string | undefined => {
  const job = search.get('job') ?? ''
  if (/^[1-9]\d{0,9}$/.test(job)) return paths.apply(job)
  const back = search.get('back') ?? ''
  return OURS.test(back) ? back : undefined
}
