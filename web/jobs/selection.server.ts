import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { type Call, isCallFailed } from '../call.ts'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import type { RuleLevels } from '#contract/selection-rules/endpoints.ts'
import { paths } from '../paths.ts'
import { escapeHtml } from '../ui/documents-html.ts'
import { mostPoints } from '#contract/selection-rules/points.ts'
import { criterionRows, factWords, type RuleNames, ruleWords } from '../ui/rule-words.ts'

type Rule = NonNullable<Reply<'GET /api/jobs/{id}/selection-rule/'>['published']>['rule']
type Criterion = Rule['criteria'][number]

/** The rule of a job's selection, and the path of the selection's page if there is one. */
export const findSelectionRule = async (call: Call, id: string) => {
  try {
    const { published, levels } = await call('GET /api/jobs/{id}/selection-rule/', { params: { id } })
    if (!published) return undefined
    const { selections } = await call('GET /api/selections/{id}/', { params: { id } })
    const page = selections.length > 0 ? paths.selection(id) : undefined
    return { rule: published.rule, levels, page }
  } catch (error) {
    // The job is not public any more, so its page shows no rule.
    if (isCallFailed(error) && error.status === 404) return undefined
    throw error
  }
}

/** A criterion of the rule as a list item: what it counts, and how many points each value gives. */
const criterionHtml = (criterion: Criterion, names: RuleNames) => {
  const rows = criterionRows(criterion, names)
    .map(({ from, points }) => `${escapeHtml(from)}: <b>${points}</b>`)
    .join('; ')
  return `<li>${escapeHtml(factWords(criterion, names))}: ${rows}</li>`
}

/**
 * Describes, as HTML, the rule by which people are chosen for a job. The server makes it, so that no browser
 * loads code for it.
 */
export function selectionHtml(
  found: { rule: Rule; levels: RuleLevels; page: string | undefined } | undefined,
  { wanted_documents }: Pick<JobInFull, 'wanted_documents'>,
): string {
  if (!found) return ''
  const { rule, levels, page } = found
  const names: RuleNames = {
    documentName: (kind) => wanted_documents.find((document) => document.kind === kind)?.name ?? '',
    levelName: (rank) => translate(levels.find((level) => level.rank === rank)?.name),
  }
  // The rule in sentences. `shares`: the share of the seats that some groups of people must have.
  const words = ruleWords(rule)
  const most = mostPoints(rule)
  const shares = words.shares.map((sentence) => `<li>${sentence}</li>`).join('')
  const stepsLink = page && `<p><a href="${pagePath(page)}">${t`The selection, step by step`}</a></p>`
  return [
    `<h2 class="band" id="selection">${t`How people are chosen`}</h2><p>${words.principle}</p>`,
    `<p>${t`Points, at most ${most}:`}</p><ul>${rule.criteria.map((each) => criterionHtml(each, names)).join('')}</ul>`,
    `<p>${words.seats}</p>`,
    shares && `<p>${words.sharesIn}</p><ul>${shares}</ul>`,
    `<p>${words.reserve} ${words.lot} <a href="${pagePath(paths.selections)}">${t`How a selection works, with a sample`}</a></p>`,
    stepsLink ?? '',
  ].join('')
}
