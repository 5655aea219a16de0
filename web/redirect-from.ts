import { redirect, replace } from 'react-router'

/** Leads from a page that is loading to another one. @throws Response always */
export function redirectFrom(request: Request, path: string): never {
  const { pathname, search } = new URL(request.url)
  // A first page is in the address bar while it loads. A page that is opened by a link is not there yet.
  const isInAddressBar = pathname + search === location.pathname + location.search
  // `replace` takes the page out of the history: the browser's Back must not lead to another redirect.
  throw (isInAddressBar ? replace : redirect)(path)
}
