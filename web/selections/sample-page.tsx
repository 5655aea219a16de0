import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { callContext } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { OwnPlace } from '../ui/own-place.tsx'
import { Ceremony } from './ceremony.tsx'
import { CheckIt } from './check-it.tsx'
import { Counties } from './counties.tsx'
import { sampleInWords } from './sample.server.ts'
import { UnitBars } from './unit-bars.tsx'
import type { Route } from './+types/sample-page'
import './selections.css'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { public_url: url } = await context.get(callContext)('GET /api/site/')
  return { ...sampleInWords(), url }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`A sample of a selection`,
    description: t`How people are chosen by a published rule and by lot, shown with invented people. Anyone can check it.`,
    path: paths.selectionSample,
  })

type Data = Route.ComponentProps['loaderData']

/** The rule of the sample in words. `most`: the most points that a person can have. */
const TheRule = ({ words, criteria, most }: Pick<Data, 'words' | 'criteria' | 'most'>) => (
  <section className="band no-print" aria-labelledby="rule">
    <h2 id="rule">
      <Trans>The rule</Trans>
    </h2>
    <p>{words.principle}</p>
    <p>{t`Points, at most ${most}:`}</p>
    <ul>
      {criteria.map(({ name, rows }) => (
        <li key={name}>
          {name}: <span className="num">{rows}</span>
        </li>
      ))}
    </ul>
    <p>{words.seats}</p>
    <p>{words.sharesIn}</p>
    <ul>
      {words.shares.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <p>
      {words.reserve} {words.lot}
    </p>
  </section>
)

/** The sample of a selection: its rule, its ceremony, its result, and how anyone can check it. */
export default function SamplePage({ loaderData }: Route.ComponentProps) {
  const { ceremony, units, counties, person, files, url } = loaderData
  return (
    <article className="wrap page sel">
      <header className="sel-head">
        <p className="crumb no-print">
          <Link className="tap" to={paths.selections}>
            <Trans>Selections</Trans>
          </Link>
        </p>
        <p className="callout is-amber">
          <b>
            <Trans>This is a sample.</Trans>
          </b>{' '}
          <Trans>The people are invented, and no one was chosen. Only the round of 2023 is real.</Trans>
        </p>
        <h1 className="mt4">
          <Trans>A sample of a selection</Trans>
        </h1>
      </header>
      <div className="prose">
        <TheRule {...loaderData} />
        <section className="band" aria-labelledby="ceremony">
          <h2 id="ceremony">
            <Trans>What was fixed, and when</Trans>
          </h2>
          <Ceremony ceremony={ceremony} />
        </section>
        <UnitBars units={units} />
        <section className="band no-print" aria-labelledby="own">
          <h2 id="own">
            <Trans>What each applicant reads</Trans>
          </h2>
          <OwnPlace position={person} why={t`all seats were filled before you.`} />
        </section>
        <Counties {...counties} />
        <CheckIt files={files} url={url} />
      </div>
    </article>
  )
}
