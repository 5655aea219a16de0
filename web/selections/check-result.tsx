import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { ResultFile } from '#contract/selections/result-endpoints.ts'
import { translate } from '../language/translate.ts'

/**
 * `run`: the number of a selection's computation, from 1. `units`: how many areas have a file of their own.
 */
type Result = { run: number; published_at: string; units: number }
/**
 * `files`: empty for an earlier result, and until the digests are computed. `url`: the address of the portal.
 */
type Props = { job: number; result: Result; files: ResultFile[]; url: string }

/** Shell commands that save all files of the result and check them. */
function commands({ job, result: { run, units }, url }: Props): string {
  const folder = `${url}/log/selections/${job}/${run}`
  return `curl -O ${url}/log/check-selection.mjs
mkdir selection
curl -o selection/rule.json ${folder}/rule.json
curl -o selection/selection.json ${folder}/selection.json
for n in $(seq ${units}); do curl -o selection/unit-$n.jsonl ${folder}/unit-$n.jsonl; done
node check-selection.mjs selection`
}

const Files = ({ job, result: { run }, files }: Props) => (
  <>
    <p className="mt4">
      <Trans>The fingerprints (SHA-256) of the files; those of the units are on their pages:</Trans>
    </p>
    <ul className="sel-files mt3">
      {files.map(({ name, bytes, digest }) => (
        <li key={name}>
          <a href={`/log/selections/${job}/${run}/${name}`} download>
            {name}
          </a>{' '}
          <span className="small num">({bytes.toLocaleString('en')} B)</span>
          <br />
          <code className="small any">{digest}</code>
        </li>
      ))}
    </ul>
  </>
)

/** The files of a result that took effect, and how anyone can check them without the portal. */
export function CheckResult(props: Props) {
  const { run, published_at: publishedAt } = props.result
  const id = `result-${run}`
  const time = translate(longDeadline(publishedAt))
  return (
    <section className="band no-print" aria-labelledby={id}>
      <h2 id={id}>{run === 1 ? t`Check it yourself` : t`Check the result after corrections, run ${run}`}</h2>
      <p className="mt2">
        <Trans>
          It took effect on {time}. Its files have a line for each person, in order: place, points, lot and
          result. They have no names.
        </Trans>
      </p>
      <ol className="sel-how mt3">
        <li>
          <Trans>
            Save the program <a href="/log/check-selection.mjs">check-selection.mjs</a>. It is short: read it,
            or write your own from <a href="/log/selection.md">the description</a>.
          </Trans>
        </li>
        <li>
          <Trans>Save the files: the rule, the seed with its parts, and a file for each unit.</Trans>
        </li>
        <li>
          <Trans>
            Run it. It checks the seed, the order, the lots, the seats and the reserve, without asking us.
          </Trans>
        </li>
      </ol>
      <pre className="sel-bytes mt3">{commands(props)}</pre>
      {props.files.length > 0 && <Files {...props} />}
    </section>
  )
}
