import { plainDate, shortDeadline } from '#contract/dates.ts'
import type { JobInFull } from '#contract/jobs/endpoints.ts'

/**
 * The extension rule of a job, shown after its requirements. Rendered on the server, so that no browser
 * fetches a script for it. Its sentences hold no markup.
 */
export const ruleHtml = ({ extension_rule: rule }: Pick<JobInFull, 'extension_rule'>) =>
  rule.length > 0
    ? `<h2 class="band">If the portal is down near the deadline</h2><p>${rule.join(' ')} <a href="/status">How the portal is</a></p>`
    : ''

/**
 * Every change of a job since it was published, with its reason, newest first. A change of the deadline names
 * the earlier deadline.
 */
export const changesOf = ({ changes, extended }: Pick<JobInFull, 'changes' | 'extended'>) =>
  changes.map(({ at: changedAt, reason }) => {
    const movedSentence =
      extended?.from && extended.at === changedAt && extended.reason === reason
        ? `The deadline was ${shortDeadline(extended.from)}, and was moved. `
        : ''
    return `Updated on ${plainDate(new Date(changedAt))}: ${movedSentence}${reason}`
  })
