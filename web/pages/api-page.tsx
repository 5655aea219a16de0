import { callsOf } from './calls.server.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import './content.css'
import type { Route } from './+types/api-page'

export const loader = () => ({ topics: callsOf() })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Calls of this portal',
    description: 'Every call of the portal, for developers: method, address, what is sent and what comes back.',
    path: paths.apiDocs,
  })

const names = (list: string[]) => (list.length > 0 ? list.join(', ') : 'nothing')

export default function ApiPage({ loaderData: { topics } }: Route.ComponentProps) {
  return (
    <div className="wrap page content">
      <article>
        <h1>Calls of this portal</h1>
        <div className="prose">
          <p>
            For developers. These pages use the same calls. The whole description is an OpenAPI 3.1 document at{' '}
            <a href="/api/openapi.json" rel="nofollow">
              /api/openapi.json
            </a>
            .
          </p>
          <p>
            Each address works with and without its last slash. A call for signed-in people takes the header <code>Authorization: Token …</code> with the token
            that <code>POST /api/login/</code> answers. Refusals carry <code>code</code> and the same sentence as <code>message</code>, <code>error</code> and{' '}
            <code>detail</code>; a faulty field has its sentences under its own name.
          </p>
        </div>
        {topics.map(({ topic, calls }) => (
          <section key={topic} className="mt6">
            <h2 id={topic}>{topic}</h2>
            {calls.map((it) => (
              <section className="call" key={it.key}>
                <h3>{it.key}</h3>
                <p>
                  {it.summary}. {it.signedIn ? 'For signed-in people.' : 'For anyone.'}
                </p>
                {it.sent.length > 0 && <p className="names">Sent: {names(it.sent)}</p>}
                <p className="names">Answered: {names(it.answered)}</p>
              </section>
            ))}
          </section>
        ))}
      </article>
      <nav className="beside" aria-label="On this page">
        <h2 className="h-s">On this page</h2>
        <ul className="quick">
          {topics.map(({ topic }) => (
            <li key={topic}>
              <a href={`#${topic}`}>{topic}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
