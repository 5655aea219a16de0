import { redirect, replace } from 'react-router'

/** Redirects from a page that is loading to another page. @throws Response always */
export function redirectFrom(request: Request, path: string): never {
  const { pathname, search } = new URL(request.url)
  // The address bar shows the first page of a visit while it loads. It does not yet show a page that a link
  // opens.
  const isInAddressBar = pathname + search === location.pathname + location.search
  // `replace` takes the page out of the history: the browser's Back must not lead to another redirect.
  throw (isInAddressBar ? replace : redirect)(path)
}
