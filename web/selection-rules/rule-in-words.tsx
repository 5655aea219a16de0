import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import type { RuleContent } from '#contract/selection-rules/rule.ts'
import { mostPoints } from '#contract/selection-rules/points.ts'
import { criterionRows, factWords, ruleWords } from '../ui/rule-words.ts'

type Props = {
  content: RuleContent
  documents: StaffSelectionRule['documents']
  levels: StaffSelectionRule['levels']
}

/** The rule of a selection, in the same sentences as on the public page of the job. */
function RuleInWords({ content, documents, levels }: Props) {
  const words = ruleWords(content)
  const names = {
    documentName: (kind: string) => documents.find((document) => document.kind === kind)?.name ?? '',
    levelName: (rank: number) => levels.find((level) => level.rank === rank)?.name,
  }
  return (
    <div className="prose">
      <p>{words.principle}</p>
      <p>{t`Points, at most ${mostPoints(content)}:`}</p>
      <ul>
        {content.criteria.map((criterion) => (
          <li key={`${criterion.fact} ${criterion.document}`}>
            {factWords(criterion, names)}:{' '}
            {criterionRows(criterion, names).map(({ from, points }, index) => (
              <span key={from}>
                {index > 0 && '; '}
                {from}: <b className="num">{points}</b>
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p>{words.seats}</p>
      {words.shares.length > 0 && <p>{words.sharesIn}</p>}
      <ul>
        {words.shares.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        {words.reserve} {words.lot}
      </p>
    </div>
  )
}

type VersionProps = Omit<Props, 'content'> & { version: NonNullable<StaffSelectionRule['approved']> }

/** A version of the rule with its digest. The public log holds the digest once the version is approved. */
export const VersionInWords = ({ version, documents, levels }: VersionProps) => (
  <>
    <RuleInWords content={version.content} documents={documents} levels={levels} />
    {version.digest && (
      <p className="small quiet any mt3">
        <Trans>
          SHA-256 of the rule: <code>{version.digest}</code>
        </Trans>
      </p>
    )}
  </>
)
