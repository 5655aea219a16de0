import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WaitingLists as Waiting } from './waiting-for.ts'
import { DecisionsTable } from './decisions-table.tsx'

const SECTIONS = [
  ['toDecide', t`To approve or return`],
  ['undoable', t`Takes effect soon: you can undo it`],
  ['drafting', t`Yours, not proposed yet`],
] as const

/** The lists that wait for this officer, the most urgent first. */
export const WaitingLists = ({ waiting }: { waiting: Waiting }) => {
  const shownSections = SECTIONS.filter(([section]) => waiting[section].length > 0)
  if (shownSections.length === 0)
    return (
      <p className="empty">
        <Trans>Nothing waits for you.</Trans>
      </p>
    )
  return shownSections.map(([section, words]) => (
    <section className="st-part" key={section}>
      <h2 className="heading-small">
        {words} <span className="num quiet">{waiting[section].length}</span>
      </h2>
      <DecisionsTable lists={waiting[section]} label={words} />
    </section>
  ))
}
