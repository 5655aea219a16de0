import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { SelectionState } from '#contract/selection-ceremony/endpoints.ts'
import { callContext } from '../call.ts'
import { translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/selections-page'
import './selections.css'

const STATES: Record<SelectionState, string> = {
  // A selection in this state is not public yet, so this list never has one.
  proposed: '',
  frozen: t`The pool is fixed; the lots are not drawn yet`,
  drawn: t`The seed is known; the result is being worked out`,
  computed: t`The result is there, and has not taken effect yet`,
  published: t`The result has taken effect`,
  abandoned: t`Given up by two officers`,
  failed: t`It failed, and a new one is needed`,
}

export const loader = ({ context }: Route.LoaderArgs) => context.get(callContext)('GET /api/selections/')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Selections`,
    description: t`For some jobs people are chosen by a published rule and by lot. See how it works, and how anyone can check it.`,
    path: paths.selections,
  })

/** The page that explains how people are chosen by a published rule, with a sample. */
export default function SelectionsPage({ loaderData: { selections } }: Route.ComponentProps) {
  return (
    <article className="wrap page">
      <header>
        <h1>
          <Trans>Selections</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            For some jobs so many people apply that not everyone can be interviewed. Then we choose by a rule
            that everyone can read before they apply.
          </Trans>
        </p>
      </header>
      <div className="prose">
        {selections.length > 0 && (
          <section className="band" aria-labelledby="jobs">
            <h2 id="jobs">
              <Trans>Selections of jobs</Trans>
            </h2>
            <ul className="mt3">
              {selections.map(({ job, state }) => (
                <li key={job.id}>
                  <Link className="tap" to={paths.selection(job.id)}>
                    {translate(job.title)}
                  </Link>{' '}
                  <span className="small num">{job.reference}</span>
                  <br />
                  <span className="small quiet">{STATES[state]}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <HowItWorks />
      </div>
    </article>
  )
}

const HowItWorks = () => (
  <section className="band" aria-labelledby="how">
    <h2 id="how">
      <Trans>How it works</Trans>
    </h2>
    <ol className="sel-how mt3">
      <li>
        <Trans>The rule says what gives points, how many seats each place has, and which shares hold.</Trans>
      </li>
      <li>
        <Trans>After the deadline two officers fix who takes part. Nothing about it changes later.</Trans>
      </li>
      <li>
        <Trans>
          Dice, sentences of observers and a public random number make the seed. No one knows it before.
        </Trans>
      </li>
      <li>
        <Trans>
          We go down the list of merit. Between people with the same points, a lot decides. It follows from
          the seed.
        </Trans>
      </li>
      <li>
        <Trans>Anyone can compute the lots again, and check that the rule was kept.</Trans>
      </li>
    </ol>
    <p className="btn-row mt5">
      <Link className="btn" to={paths.selectionSample}>
        <Trans>See a sample</Trans>
      </Link>
    </p>
  </section>
)
