import type { WaitingLists as Waiting } from './waiting-for.ts'
import { ListsTable } from './lists-table.tsx'

const SECTIONS = [
  ['toDecide', 'To approve or return'],
  ['undoable', 'Takes effect soon: you can undo it'],
  ['drafting', 'Yours, not proposed yet'],
] as const

/** The lists that wait for this officer, the most urgent first. */
export const WaitingLists = ({ waiting }: { waiting: Waiting }) => {
  const shownSections = SECTIONS.filter(([section]) => waiting[section].length > 0)
  if (shownSections.length === 0) return <p className="empty">Nothing waits for you.</p>
  return shownSections.map(([section, words]) => (
    <section className="st-part" key={section}>
      <h2 className="h-s">
        {words} <span className="num quiet">{waiting[section].length}</span>
      </h2>
      <ListsTable lists={waiting[section]} label={words} />
    </section>
  ))
}
