import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A filter or a form in the address changes what is shown, not what was loaded. */
export const revalidateOnNewPathOrReload = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
