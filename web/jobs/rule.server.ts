import { t } from '@lingui/core/macro'
import { plainDate, shortMoment } from '#contract/dates.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'

/**
 * Describes, as HTML, how a job's deadline moves when the portal is down. The server makes it, so that no
 * browser loads code for it. No sentence of the rule contains markup, so the sentences are not escaped.
 */
export const extensionRuleHtml = ({ extension_rule: rule }: Pick<JobInFull, 'extension_rule'>) =>
  rule.length > 0
    ? `<h2 class="band">${t`If the portal is down near the deadline`}</h2><p>${rule.map((words) => translate(words)).join(' ')} <a href="${pagePath(paths.status)}">${t`How the portal is`}</a></p>`
    : ''

/**
 * A sentence for each change of a published job, newest first, with the reason. A moved deadline is one of
 * them.
 */
export const changesOf = ({ changes, extended }: Pick<JobInFull, 'changes' | 'extended'>) =>
  changes.map(({ at: changedAt, reason }) => {
    const day = translate(plainDate(new Date(changedAt)))
    const reasonText = translate(reason)
    // `extended` is the last move of the deadline. Only the change that made it names the old deadline.
    const oldDeadline =
      extended && extended.at === changedAt && extended.reason === reason ? extended.from : undefined
    if (!oldDeadline) return t`Updated on ${day}: ${reasonText}`
    const deadline = translate(shortMoment(oldDeadline))
    return t`Updated on ${day}: The deadline was ${deadline}, and was moved. ${reasonText}`
  })
