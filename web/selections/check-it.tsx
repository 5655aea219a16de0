import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { SampleInWords } from './sample.server.ts'

/** The address of the sample's files on this site. */
const FOLDER = '/selection-sample/'

const FILE_WORDS: Readonly<Record<string, string>> = {
  'rule.json': t`the rule`,
  'pack.json': t`all that the result depends on; for real people, only courts and auditors get this file`,
  'result.json': t`the whole result; for real people, only courts and auditors get this file`,
  'selection.json': t`the seed, its parts and the closings`,
}
/** What a file is. Any file without words of its own has the people of one county. */
const wordsOf = (name: string) => FILE_WORDS[name] ?? t`the people of a county, in the order of their rank`

const Files = ({ files }: Pick<SampleInWords, 'files'>) => (
  <ul className="sel-files mt4">
    {files.map(({ name, bytes, digest }) => (
      <li key={name}>
        <a href={`${FOLDER}${name}`} download>
          {name}
        </a>{' '}
        <span className="small num">({bytes.toLocaleString('en')} B)</span>
        <br />
        <span className="small">{wordsOf(name)}</span>
        <br />
        <code className="small any">{digest}</code>
      </li>
    ))}
  </ul>
)

/** Shell commands that save and check only those files that a real selection publishes too. */
const commands = (url: string, files: SampleInWords['files']) => {
  const saves = files
    .filter(({ name }) => !/^(?:pack|result)/.test(name))
    .map(({ name }) => `curl --create-dirs -o sample/${name} ${url}${FOLDER}${name}`)
    .join('\n')
  return `curl -O ${url}/log/check-selection.mjs\n${saves}\nnode check-selection.mjs sample`
}

/** The files of the sample with their fingerprints, and how anyone can check them without the portal. */
export const CheckIt = ({ files, url }: Pick<SampleInWords, 'files'> & { url: string }) => (
  <section className="band no-print" aria-labelledby="check-it">
    <h2 id="check-it">
      <Trans>Check it yourself</Trans>
    </h2>
    <ol className="sel-how mt3">
      <li>
        <Trans>Save the files. Below each is its fingerprint (SHA-256), which must be the same.</Trans>
      </li>
      <li>
        <Trans>
          Save the program <a href="/log/check-selection.mjs">check-selection.mjs</a>. It is short: read it,
          or write your own from <a href="/log/selection.md">the description</a>.
        </Trans>
      </li>
      <li>
        <Trans>Run it. It checks the order, the lots, the seats and the reserve, without asking us.</Trans>
      </li>
    </ol>
    <pre className="sel-bytes mt3">{commands(url, files)}</pre>
    <Files files={files} />
  </section>
)
