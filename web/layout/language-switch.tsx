import type { MouseEvent } from 'react'
import { useLocation, useMatches } from 'react-router'
import { inKiswahili, KISWAHILI_PATH } from '#contract/language/paths.ts'
import { paths } from '../paths.ts'
import { keepPlace } from '../starter/language-switch.ts'
import { startsAtOnce } from '../starter/program.ts'
import { storeTyped } from './typed-words.ts'

/**
 * Whether the page is a search for jobs. A search is rendered for each caller. Every other page is cached for
 * everyone, so its link has no query.
 */
const isSearch = (pathname: string, query: string) =>
  pathname === paths.jobs && (new URLSearchParams(query).get('search') ?? '').trim() !== ''

/**
 * The address of this page in the other language, as the server writes it. For a page of one person, or one
 * that does not exist, it is the home page. A press leads to the exact address.
 */
function useWrittenAddress() {
  const { pathname, search } = useLocation()
  const isNotFound = useMatches().at(-1)?.id === 'layout/not-found-page'
  // `startsAtOnce`: the page belongs to one person, or acts when it opens.
  const path = isNotFound || startsAtOnce(pathname) ? '/' : pathname
  const query = isSearch(pathname, search) ? search : ''
  return (import.meta.env.VITE_LANGUAGE === 'sw' ? path : inKiswahili(path)) + query
}
// In the browser, React does not change the link that the server wrote. A link that the browser makes leads
// to the home page until it is pressed.
const HOME = import.meta.env.VITE_LANGUAGE === 'sw' ? '/' : KISWAHILI_PATH
const useAddress = import.meta.env.SSR ? useWrittenAddress : () => HOME

/** Before the link opens, gives it the exact address of this place and stores what is typed. */
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
