import { withFullStop } from '#contract/full-stop.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { callContext } from '../call.ts'
import { CONTENT_LANGUAGE } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { type CallLine, callsByTopic, type Field, refusals } from './calls.server.ts'
import { Contents } from './contents.tsx'
import './content.css'
import type { Route } from './+types/api-page'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { public_url } = await context.get(callContext)('GET /api/site/')
  return { topics: callsByTopic(), refusals: refusals(), publicUrl: public_url }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Calls of this portal`,
    description: t`For developers: every call of the portal, with method, address, callers, request and response.`,
    path: paths.apiDocs,
  })

type Data = Route.ComponentProps['loaderData']

/** The id of a topic's section of the page, such as `logging-in` for `Logging in`. */
const idOf = (topic: string) => topic.toLowerCase().replaceAll(' ', '-')

const FieldList = ({ fields }: { fields: Field[] }) =>
  fields.map(({ name, kind, subfields }, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code className="bold">{name}</code>
      {kind && <span className="quiet"> {kind}</span>}
      {subfields.length > 0 && (
        <>
          {' ('}
          <FieldList fields={subfields} />)
        </>
      )}
    </span>
  ))

/** One call of the API. Its description is English on every page, like the names of its fields. */
const CallSection = ({
  call: { id, method, path, summary, who, limit, request, replyFields, isList },
}: {
  call: CallLine
}) => (
  <section className="call" aria-labelledby={id} lang={CONTENT_LANGUAGE}>
    <h3 id={id}>
      {method} {path}
    </h3>
    <p className="mt2">{withFullStop(summary)}</p>
    <dl className="facts">
      <dt>Who</dt>
      <dd>
        {who}. <span className="quiet">At most {limit}.</span>
      </dd>
      {request.map(({ place, fields }) => (
        <Fragment key={place}>
          <dt>{place}</dt>
          <dd>
            <FieldList fields={fields} />
          </dd>
        </Fragment>
      ))}
      <dt>Answer</dt>
      <dd>
        {isList && 'A list of: '}
        <FieldList fields={replyFields} />
      </dd>
    </dl>
  </section>
)

const HOW_TO_CALL = { id: 'how-to-call', text: t`How to call` }
const REFUSALS = { id: 'refusals', text: t`Refusals` }

const HowToCall = ({ publicUrl }: Pick<Data, 'publicUrl'>) => (
  <>
    <h2 id={HOW_TO_CALL.id}>{HOW_TO_CALL.text}</h2>
    <p>
      <Trans>
        Send and expect JSON. Each address works with and without its last slash. The open jobs, six to a
        page, are one line away:
      </Trans>
    </p>
    <pre className="sample">
      <code>curl {publicUrl}/api/jobs/list/?page=1</code>
    </pre>
    <p className="mt4">
      <Trans>
        A call for logged-in people needs the header <code>Authorization: Token …</code> with the token from{' '}
        <code>POST /api/login/</code>. Times are ISO 8601 in UTC. After a logged-in call that changes
        something, the header <code>X-Session-Expires</code> has the new end of the session.
      </Trans>
    </p>
    <p className="mt4">
      <Trans>
        A call for officers needs the cookie that their second factor sets. If it changes something, it also
        needs the header <code>X-CSRFToken</code>. <code>GET /api/csrf/</code> gives its value to the same
        browser.
      </Trans>
    </p>
  </>
)

const statusesOf = (refusals: Data['refusals']) => [...new Set(refusals.map(({ status }) => status))]

/** All refusals, grouped by their HTTP status. */
const Refusals = ({ refusals }: { refusals: Data['refusals'] }) => (
  <>
    <h2 id={REFUSALS.id}>{REFUSALS.text}</h2>
    <p>
      <Trans>
        A refusal has a <code>code</code> and one sentence. The sentence is the same under{' '}
        <code>message</code>, <code>error</code> and <code>detail</code>. Errors of a field are listed under
        the field's name. Errors of the whole call are listed under <code>non_field_errors</code>. With 429
        and 503, the header <code>Retry-After</code> says how many seconds to wait.
      </Trans>
    </p>
    <dl className="facts">
      {statusesOf(refusals).map((status) => (
        <Fragment key={status}>
          <dt className="num">{status}</dt>
          <dd>
            {refusals
              .filter((refusal) => refusal.status === status)
              .map(({ code, message }) => (
                <p key={code} lang={CONTENT_LANGUAGE}>
                  <code className="bold">{code}</code>
                  <br />
                  {message}
                </p>
              ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </>
)

/**
 * The page about all calls of the API, for developers. It is made from the contract, like the routes and the
 * OpenAPI file.
 */
export default function ApiPage({
  loaderData: { topics, refusals: refused, publicUrl },
}: Route.ComponentProps) {
  const callCount = topics.reduce((sum, { calls }) => sum + calls.length, 0)
  return (
    <article className="wrap page content">
      <header className="content-head">
        <p className="folio">
          <span>
            <Trans>For developers</Trans>
          </span>
          <span>
            <Trans>{callCount} calls</Trans>
          </span>
        </p>
        <h1>
          <Trans>Calls of this portal</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            These pages use the calls below. You may use them too. The same list for programs is an OpenAPI
            3.1 document: <a href="/api/openapi.json">openapi.json</a>.
          </Trans>
        </p>
      </header>
      <Contents
        sections={[
          HOW_TO_CALL,
          ...topics.map(({ topic, heading }) => ({ id: idOf(topic), text: heading })),
          REFUSALS,
        ]}
      />
      <div className="prose">
        <HowToCall publicUrl={publicUrl} />
        {topics.map(({ topic, heading, calls }) => (
          <section key={topic}>
            <h2 id={idOf(topic)}>{heading}</h2>
            {calls.map((call) => (
              <CallSection key={call.key} call={call} />
            ))}
          </section>
        ))}
        <Refusals refusals={refused} />
      </div>
    </article>
  )
}
