import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { plainDate } from '#contract/dates.ts'
import { callContext } from '../call.ts'
import { serverHtml } from '../html.ts'
import { withoutLanguage } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { contentOf } from './content.server.ts'
import { Contents } from './contents.tsx'
import './content.css'
import type { Route } from './+types/content-page'

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  // The name of `/sw/resources/apply/` is `resources/apply`.
  const name = withoutLanguage(url.pathname).replace(/^\/|\/$/g, '')
  const content = await contentOf(name, context.get(callContext))
  if (!content) throw new Response(null, { status: 404 })
  return { ...content, path: `/${name}` }
}

export const meta: Route.MetaFunction = ({ loaderData: page, matches }) =>
  page ? pageMeta(matches, { title: page.title, description: page.description, path: page.path }) : []

/** A page of text from a file in `content/`: about, contact, privacy, the help pages and others (J13). */
export default function ContentPage({
  loaderData: { title, lead, body, sections, changed, address, path },
}: Route.ComponentProps) {
  // The day is read at noon UTC, which is the same day in Nairobi.
  const day = changed && translate(plainDate(new Date(`${changed}T12:00:00Z`)))
  return (
    <article className="wrap page content">
      <header className="content-head">
        {path.startsWith(`${paths.resources}/`) && (
          <p className="mb4">
            <Link to={paths.resources}>
              <Trans>All help</Trans>
            </Link>
          </p>
        )}
        <p className="folio">
          <span>{address}</span>
          {changed && (
            <span>
              <Trans>Changed {day}</Trans>
            </span>
          )}
        </p>
        <h1>{title}</h1>
        <div className="lead mt2" dangerouslySetInnerHTML={serverHtml(lead)} />
      </header>
      <Contents sections={sections} />
      <div className="prose" dangerouslySetInnerHTML={serverHtml(body)} />
    </article>
  )
}
