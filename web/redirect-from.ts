import { redirect, replace } from 'react-router'

/** Redirects from a page that is loading to another page. @throws Response always */
export function redirectFrom(request: Request, path: string): never {
  const { pathname, search } = new URL(request.url)
  // While the first page of a visit loads, the address bar and the history already have it. A page that a
  // link opens is not there yet.
  const isInAddressBar = pathname + search === location.pathname + location.search
  // `replace` takes the page out of the history. Otherwise the browser's Back would lead to it, and so to
  // this redirect again.
  throw (isInAddressBar ? replace : redirect)(path)
}
