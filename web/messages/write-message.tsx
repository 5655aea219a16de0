import { t } from '@lingui/core/macro'
import { clockTime } from '#contract/dates.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import type { Filter } from '../review/address.ts'
import type { JobOverview } from '../review/filter-groups.ts'
import type { ActionResult } from '../staff-ui/result-message.tsx'
import { Compose } from './compose.tsx'
import { countedApplicants } from './preview-emails.tsx'
import { Recipients } from './recipients.tsx'
import type { useSavedMessage } from './saved-message.ts'

type Props = {
  jobId: number
  overview: JobOverview | undefined
  /** Applications chosen one by one, or a filter if there are none. `choose` changes the filter. */
  recipients: { applicationIds: number[]; filter: Filter; choose: (filter: Filter) => void }
  draft: ReturnType<typeof useSavedMessage>
  templates: MessageTemplate[]
  /** Gets the sentence to show; undefined if the server already had an earlier version of the message. */
  onResult: (result: ActionResult) => void
}

/** The result of writing a message. Unless it is only proposed, it has a time at which it goes out. */
const sentWords = ({ state, leaves_at, recipients: count }: OfficersMessage) =>
  state === 'proposed'
    ? t`Proposed to ${countedApplicants(count)}. A second person reads and approves it.`
    : t`Written to ${countedApplicants(count)}. It goes out at ${clockTime(new Date(leaves_at ?? ''))}; until then you can stop it.`

/** The part of the page where an officer writes a message: to whom, and what. */
export function WriteMessage({ jobId, overview, recipients, draft, templates, onResult }: Props) {
  const { applicationIds, filter, choose } = recipients
  return (
    <div>
      <h2 className="mb4">{t`Write to applicants`}</h2>
      <Recipients {...{ jobId, overview, applicationIds, filter }} onFilter={choose} />
      <Compose
        {...{ jobId, applicationIds, filter, draft, templates }}
        onSent={(message) => onResult({ words: sentWords(message) })}
        onEarlierFound={() => onResult(undefined)}
      />
    </div>
  )
}
