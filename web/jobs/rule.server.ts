import { plainDate, shortDeadline } from '#contract/dates.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'

/**
 * HTML of the rule by which a job's deadline moves when the portal is down. It is made on the server, so that
 * no browser loads code for it. The sentences of a rule hold no markup.
 */
export const ruleHtml = ({ extension_rule: rule }: Pick<JobInFull, 'extension_rule'>) =>
  rule.length > 0
    ? `<h2 class="band">If the portal is down near the deadline</h2><p>${rule.join(' ')} <a href="/status">How the portal is</a></p>`
    : ''

/**
 * A sentence for each change of a job since it was published, newest first, with the reason. A moved deadline
 * is named too.
 */
export const changesOf = ({ changes, extended }: Pick<JobInFull, 'changes' | 'extended'>) =>
  changes.map(({ at: changedAt, reason }) => {
    const movedSentence =
      extended?.from && extended.at === changedAt && extended.reason === reason
        ? `The deadline was ${shortDeadline(extended.from)}, and was moved. `
        : ''
    return `Updated on ${plainDate(new Date(changedAt))}: ${movedSentence}${reason}`
  })
