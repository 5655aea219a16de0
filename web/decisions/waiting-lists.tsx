import type { WaitingLists as Waiting } from './waiting-for.ts'
import { ListsTable } from './lists-table.tsx'

const PARTS = [
  ['toDecide', 'To approve or return'],
  ['undoable', 'Takes effect soon: you can undo it'],
  ['drafting', 'Yours, not proposed yet'],
] as const

/** The lists that wait for this officer, the most urgent first. */
export const WaitingLists = ({ waiting }: { waiting: Waiting }) => {
  const parts = PARTS.filter(([part]) => waiting[part].length > 0)
  if (parts.length === 0) return <p className="empty">Nothing waits for you.</p>
  return parts.map(([part, words]) => (
    <section className="st-part" key={part}>
      <h2 className="h-s">
        {words} <span className="num quiet">{waiting[part].length}</span>
      </h2>
      <ListsTable lists={waiting[part]} label={words} />
    </section>
  ))
}
