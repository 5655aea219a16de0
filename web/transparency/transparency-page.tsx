import { Link } from 'react-router'
import { plainDate } from '#contract/dates.ts'
import { callContext } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import './transparency.css'
import type { Route } from './+types/transparency-page'

export const loader = ({ context }: Route.LoaderArgs) => context.get(callContext)('GET /api/transparency/')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'The public log',
    description:
      'We write every application that we receive into a public log that can only grow. See how it works, and how to check us.',
    path: paths.transparency,
  })

type Data = Route.ComponentProps['loaderData']

const Checkpoint = ({ checkpoint, origin }: Pick<Data, 'checkpoint' | 'origin'>) =>
  checkpoint ? (
    <>
      <p className="mt2">
        A checkpoint says how many entries the log has, and has one fingerprint of all of them. We sign each
        checkpoint. If you keep one today, you can show later whether we changed anything in these entries.
      </p>
      <dl className="facts mt4">
        <dt>Entries</dt>
        <dd className="num bold">{checkpoint.size.toLocaleString('en')}</dd>
        <dt>Root</dt>
        <dd className="any">
          <code>{checkpoint.root_hash}</code>
        </dd>
        <dt>Log</dt>
        <dd className="any">
          <code>{origin}</code>
        </dd>
      </dl>
      <p className="small quiet mt4">
        The checkpoint as it is signed: <a href="/log/checkpoint">the file</a>
      </p>
      <pre className="bytes mt1">{checkpoint.note}</pre>
    </>
  ) : (
    <p className="empty mt4">The log has just been set up. Its first checkpoint is signed within seconds.</p>
  )

const Days = ({ days }: Pick<Data, 'days'>) =>
  days.length === 0 ? (
    <p className="empty mt4">No application has been received yet.</p>
  ) : (
    <table className="days mt4">
      <caption className="sr-only">Entries of each day, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Entries</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, leaves }) => (
          <tr key={date}>
            <th scope="row">
              <time dateTime={date}>{plainDate(new Date(`${date}T12:00:00Z`))}</time>
            </th>
            <td className="num">{leaves.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

const WhatItHolds = () => (
  <section className="band" aria-labelledby="holds">
    <h2 id="holds">What it holds</h2>
    <p className="mt2">
      The log has one entry for each application: the time when we received it, and a fingerprint. The
      fingerprint is made from the application together with a secret number that only its receipt carries.
      Without the receipt, no one can tell whose entry it is, or what was written. Anyone who has the receipt
      can check that the application is in the log.
    </p>
    <p>
      It also has one entry for each thing an officer does, such as opening an application or approving a
      decision. The entry has the time and a fingerprint. Because of the fingerprint, anyone would see if we
      changed our own log later. On the page of your application you see who looked at it, by role and time.
    </p>
    <p>
      Some jobs have a rule that can move the deadline. Near such a deadline there is one entry for every ten
      minutes: a fingerprint of <Link to={paths.status}>how well the portal worked</Link>.
    </p>
    <p>The log has no names, no ID numbers, no jobs and no answers.</p>
  </section>
)

const PublicKey = ({ vkey, public_key }: Pick<Data, 'vkey' | 'public_key'>) => (
  <section className="band" aria-labelledby="key">
    <h2 id="key">Our public key</h2>
    <p className="mt2">
      We sign receipts and checkpoints with one Ed25519 key. Note it down, or compare it with someone who did
      so earlier: it must be the same.
    </p>
    <p className="small quiet mt4">For tools that read checkpoints (a verifier key)</p>
    <pre className="bytes mt1">{vkey}</pre>
    <p className="small quiet mt4">For tools that check signatures (PEM)</p>
    <pre className="bytes mt1">{public_key}</pre>
  </section>
)

const CheckUs = ({ log_url, vkey }: Pick<Data, 'log_url' | 'vkey'>) => (
  <section className="band" aria-labelledby="check-us">
    <h2 id="check-us">Check us</h2>
    <p className="mt2">
      You do not have to trust this page. Save your receipt and its proof on{' '}
      <Link to={paths.verify}>Check a receipt</Link>, and run one small program that works without us:
    </p>
    <pre className="bytes mt4">{`curl -O ${log_url}check-receipt.mjs\nnode check-receipt.mjs receipt.json proof.json \\\n  '${vkey}'`}</pre>
    <p className="mt3">
      The program is <a href="/log/check-receipt.mjs">a page of plain JavaScript</a>: read it, or write your
      own from <a href="/log/transparency.md">the exact bytes</a>.
    </p>
    <p>
      For programmers: the log has the same form as the logs of certificate transparency. RFC 6962 hashes,{' '}
      <a href="https://c2sp.org/tlog-tiles">C2SP tlog-tiles</a> and{' '}
      <a href="https://c2sp.org/tlog-checkpoint">checkpoints</a> as signed notes. Programs that follow such
      logs can follow this one at <code>{log_url}</code>. The calls behind this page are among{' '}
      <Link to={paths.apiDocs}>the calls of this portal</Link>.
    </p>
  </section>
)

/** Explains the public log in plain words, with all that anyone needs to check it. */
export default function TransparencyPage({
  loaderData: { checkpoint, origin, log_url, vkey, public_key, days },
}: Route.ComponentProps) {
  return (
    <article className="wrap page">
      <div className="prose">
        <h1>The public log</h1>
        <p className="lead mt2">
          We write every application we receive into a log that anyone may read and that can only grow. No one
          can remove, change or insert an entry unseen: not a hacker, not an officer, not us.
        </p>
        <p className="btn-row mt5">
          <Link className="btn" to={paths.verify}>
            Check a receipt
          </Link>
        </p>

        <WhatItHolds />

        <section className="band" aria-labelledby="checkpoint">
          <h2 id="checkpoint">The latest checkpoint</h2>
          <Checkpoint checkpoint={checkpoint} origin={origin} />
        </section>

        <PublicKey vkey={vkey} public_key={public_key} />

        <section className="band" aria-labelledby="days">
          <h2 id="days">Entries of each day</h2>
          <Days days={days} />
        </section>

        <CheckUs log_url={log_url} vkey={vkey} />
      </div>
    </article>
  )
}
