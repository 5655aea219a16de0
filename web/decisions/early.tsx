import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { Icon } from '../ui/icon.tsx'

/**
 * Whether a list decides before the deadline of its job: `open_until` is null once the job takes no more
 * applications. Only a list that needs a second person brings a verdict, so only such a list is early.
 */
export const isEarly = ({ open_until, needs_second }: DecisionListDetail) =>
  open_until !== null && needs_second

/**
 * Warns that a list decides before its job's deadline. Shows the officer's reason if there is one. An early
 * list always has `open_until`, so the first condition is only for the type.
 */
export const EarlyWarning = ({ list }: { list: DecisionListDetail }) =>
  list.open_until && isEarly(list) ? (
    <p className="callout is-amber mb4 any">
      <Icon name="warn" size="icon-small" />{' '}
      <Trans>
        <b>This job is open until {longDeadline(list.open_until)}.</b> Other people can still apply.
      </Trans>
      {list.early_reason && (
        <>
          {' '}
          <Trans>Why it is decided now:</Trans> <q>{list.early_reason}</q>
        </>
      )}
    </p>
  ) : null
