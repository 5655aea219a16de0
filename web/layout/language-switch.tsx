import type { MouseEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import { inKiswahili, KISWAHILI_PATH } from '#contract/language/paths.ts'
import { paths } from '../paths.ts'
import { keepPlace } from '../starter/language-switch.ts'
import { startsAtOnce } from '../starter/program.ts'
import { storeTyped } from './typed-words.ts'

/** A search is drawn for its caller alone. Every other page is cached, so no one's query may be in it. */
const isSearch = (pathname: string, query: string) =>
  pathname === paths.jobs && (new URLSearchParams(query).get('search') ?? '').trim() !== ''

/**
 * The address of this page in the other language, as the server writes it: no part of an address that belongs
 * to one person, and none that has no page. A press leads to the exact one (starter/language-switch.ts).
 */
function useWrittenAddress() {
  const { pathname, search } = useLocation()
  const isNotFound = useMatches().at(-1)?.id === 'layout/not-found-page'
  const path = isNotFound || startsAtOnce(pathname) ? '/' : pathname
  const query = isSearch(pathname, search) ? search : ''
  return (import.meta.env.VITE_LANGUAGE === 'sw' ? path : inKiswahili(path)) + query
}
// The browser keeps what the server wrote. A link that it makes itself leads to the home page until pressed.
const HOME = import.meta.env.VITE_LANGUAGE === 'sw' ? '/' : KISWAHILI_PATH
const useAddress = import.meta.env.SSR ? useWrittenAddress : () => HOME

function keepPlaceAndWords({ currentTarget }: MouseEvent<HTMLAnchorElement>) {
  keepPlace(currentTarget)
  storeTyped()
}

/**
 * The link to this page in the other language. A plain link, because each language is a build of its own.
 */
export function LanguageSwitch({ isApproved }: { isApproved: boolean }) {
  const isKiswahili = import.meta.env.VITE_LANGUAGE === 'sw'
  return (
    <div className="language">
      <a
        href={useAddress()}
        lang={isKiswahili ? 'en' : 'sw'}
        suppressHydrationWarning
        onClick={keepPlaceAndWords}
      >
        {isKiswahili ? 'English' : `Kiswahili${isApproved ? '' : ' (beta)'}`}
      </a>
    </div>
  )
}
