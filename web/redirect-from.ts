import { redirect, replace } from 'react-router'

/** Leads from a page that is loading to another one. @throws Response always */
export function redirectFrom(request: Request, path: string): never {
  const { pathname, search } = new URL(request.url)
  const isInAddressBar = pathname + search === location.pathname + location.search
  // The browser's Back must not lead to a page that leads on again.
  throw (isInAddressBar ? replace : redirect)(path)
}
