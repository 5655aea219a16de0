import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { plainDate } from '#contract/dates.ts'
import { callContext } from '../call.ts'
import { translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import './transparency.css'
import { Witnesses } from './witnesses.tsx'
import type { Route } from './+types/transparency-page'

export const loader = ({ context }: Route.LoaderArgs) => context.get(callContext)('GET /api/transparency/')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`The public log`,
    description: t`We write every application that we receive into a public log that can only grow. See how it works, and how to check us.`,
    path: paths.transparency,
  })

type Data = Route.ComponentProps['loaderData']

/** The latest signed state of the public log. `note` is its text with the signature. */
const Checkpoint = ({ checkpoint, origin }: Pick<Data, 'checkpoint' | 'origin'>) =>
  checkpoint ? (
    <>
      <p className="mt2">
        <Trans>
          A checkpoint says how many entries the log has, and has one fingerprint of all of them. We sign each
          checkpoint. If you keep one today, you can show later whether we changed anything in these entries.
        </Trans>
      </p>
      <dl className="facts mt4">
        <dt>
          <Trans>Entries</Trans>
        </dt>
        <dd className="num bold">{checkpoint.size.toLocaleString('en')}</dd>
        <dt>
          <Trans>Root</Trans>
        </dt>
        <dd className="any">
          <code>{checkpoint.root_hash}</code>
        </dd>
        <dt>
          <Trans>Log</Trans>
        </dt>
        <dd className="any">
          <code>{origin}</code>
        </dd>
      </dl>
      <p className="small quiet mt4">
        <Trans>
          The checkpoint as it is signed: <a href="/log/checkpoint">the file</a>
        </Trans>
      </p>
      <pre className="bytes mt1">{checkpoint.note}</pre>
    </>
  ) : (
    <p className="empty mt4">
      <Trans>The log has just been set up. Its first checkpoint is signed within seconds.</Trans>
    </p>
  )

const Days = ({ days }: Pick<Data, 'days'>) =>
  days.length === 0 ? (
    <p className="empty mt4">
      <Trans>No application has been received yet.</Trans>
    </p>
  ) : (
    <table className="days mt4">
      <caption className="sr-only">
        <Trans>Entries of each day, newest first</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Day</Trans>
          </th>
          <th scope="col">
            <Trans>Entries</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {/* `leaves`: the entries of a day. The day is read at noon UTC, which is the same day in Nairobi. */}
        {days.map(({ date, leaves }) => (
          <tr key={date}>
            <th scope="row">
              <time dateTime={date}>{translate(plainDate(new Date(`${date}T12:00:00Z`)))}</time>
            </th>
            <td className="num">{leaves.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

const WhatItHolds = () => (
  <section className="band" aria-labelledby="holds">
    <h2 id="holds">
      <Trans>What it holds</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        The log has one entry for each application: the time when we received it, and a fingerprint. The
        fingerprint is made from the application together with a secret number that only its receipt carries.
        Without the receipt, no one can tell whose entry it is, or what was written. Anyone who has the
        receipt can check that the application is in the log.
      </Trans>
    </p>
    <p>
      <Trans>
        It also has one entry for each thing an officer does, such as opening an application or approving a
        decision. The entry has the time and a fingerprint. Because of the fingerprint, anyone would see if we
        changed our own log later. On the page of your application you see who looked at it, by role and time.
      </Trans>
    </p>
    <p>
      <Trans>
        Some jobs have a rule that can move the deadline. Near such a deadline there is one entry for every
        ten minutes: a fingerprint of <Link to={paths.status}>how well the portal worked</Link>.
      </Trans>
    </p>
    <p>
      <Trans>
        Where people are chosen by a rule and by lot, each step of that{' '}
        <Link to={paths.selections}>selection</Link> has an entry too.
      </Trans>
    </p>
    <p>
      <Trans>The log has no names, no ID numbers, no jobs and no answers.</Trans>
    </p>
  </section>
)

const PublicKey = ({ vkey, public_key }: Pick<Data, 'vkey' | 'public_key'>) => (
  <section className="band" aria-labelledby="key">
    <h2 id="key">
      <Trans>Our public key</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        We sign receipts and checkpoints with one Ed25519 key. Note it down, or compare it with someone who
        did so earlier: it must be the same.
      </Trans>
    </p>
    <p className="small quiet mt4">
      <Trans>The key with which a program verifies checkpoints</Trans>
    </p>
    <pre className="bytes mt1">{vkey}</pre>
    <p className="small quiet mt4">
      <Trans>For tools that check signatures (PEM)</Trans>
    </p>
    <pre className="bytes mt1">{public_key}</pre>
  </section>
)

const CheckUs = ({ log_url, vkey }: Pick<Data, 'log_url' | 'vkey'>) => (
  <section className="band" aria-labelledby="check-us">
    <h2 id="check-us">
      <Trans>Check us</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        You do not have to trust this page. Save your receipt and its proof on{' '}
        <Link to={paths.verify}>Check a receipt</Link>, and run one small program that works without us:
      </Trans>
    </p>
    <pre className="bytes mt4">{`curl -O ${log_url}check-receipt.mjs\nnode check-receipt.mjs receipt.json proof.json \\\n  '${vkey}'`}</pre>
    <p className="mt3">
      <Trans>
        The program is <a href="/log/check-receipt.mjs">a page of plain JavaScript</a>: read it, or write your
        own from <a href="/log/transparency.md">the exact bytes</a>.
      </Trans>
    </p>
    <p>
      <Trans>
        A second program, <a href="/log/verify-log.py">in plain Python</a>, checks the whole log:
      </Trans>
    </p>
    <pre className="bytes mt4">{`curl -O ${log_url}verify-log.py\npython3 verify-log.py ${log_url} \\\n  '${vkey}'`}</pre>
    <p>
      <Trans>
        For programmers: the log has the same form as the logs of certificate transparency. It has RFC 6962
        hashes, <a href="https://c2sp.org/tlog-tiles">C2SP tlog-tiles</a>, and{' '}
        <a href="https://c2sp.org/tlog-checkpoint">checkpoints</a> as signed notes. A program that checks such
        logs can check this one too. Give it the address <code>{log_url}</code> and our verifier key. The
        calls behind this page are among <Link to={paths.apiDocs}>the calls of this portal</Link>.
      </Trans>
    </p>
  </section>
)

/** The page that explains the public log in plain words, with all that anyone needs to check the log. */
export default function TransparencyPage({
  loaderData: { checkpoint, origin, log_url, vkey, public_key, witnesses, days },
}: Route.ComponentProps) {
  return (
    <article className="wrap page">
      <div className="prose">
        <h1>
          <Trans>The public log</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            We write every application that we receive into a log. Anyone may read the log, and it can only
            grow. No hacker, no officer, and not even we can secretly remove, change or insert an entry.
          </Trans>
        </p>
        <p className="btn-row mt5">
          <Link className="btn" to={paths.verify}>
            <Trans>Check a receipt</Trans>
          </Link>
        </p>

        <WhatItHolds />

        <section className="band" aria-labelledby="checkpoint">
          <h2 id="checkpoint">
            <Trans>The latest checkpoint</Trans>
          </h2>
          <Checkpoint checkpoint={checkpoint} origin={origin} />
        </section>

        <Witnesses witnesses={witnesses} checkpoint={checkpoint} />

        <PublicKey vkey={vkey} public_key={public_key} />

        <section className="band" aria-labelledby="days">
          <h2 id="days">
            <Trans>Entries of each day</Trans>
          </h2>
          <Days days={days} />
        </section>

        <CheckUs log_url={log_url} vkey={vkey} />
      </div>
    </article>
  )
}
