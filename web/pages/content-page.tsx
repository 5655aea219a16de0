import { callContext } from '../call.ts'
import { serverHtml } from '../html.ts'
import { pageMeta } from '../page-meta.ts'
import { contentOf } from './content.server.ts'
import './content.css'
import type { Route } from './+types/content-page'

const nameOf = (url: string) => new URL(url).pathname.replace(/\.data$/, '').replaceAll('/', '')

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { organisation } = await context.get(callContext)('GET /api/site/')
  const name = nameOf(request.url)
  const content = contentOf(name, organisation)
  if (!content) throw new Response(null, { status: 404 })
  return { ...content, path: `/${name}` }
}

export const meta: Route.MetaFunction = ({ loaderData: it, matches }) =>
  it ? pageMeta(matches, { title: it.title, description: it.description, path: it.path }) : []

export default function ContentPage({ loaderData: { title, html, headings } }: Route.ComponentProps) {
  return (
    <div className="wrap page content">
      <article>
        <h1>{title}</h1>
        <div className="prose" dangerouslySetInnerHTML={serverHtml(html)} />
      </article>
      <nav className="beside" aria-label="On this page">
        <h2 className="h-s">On this page</h2>
        <ul className="quick">
          {headings.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
