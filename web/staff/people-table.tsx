import { shortDeadline } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { areaWords } from './area-words.ts'

const secondFactors = ({ totp, passkeys }: StaffPerson) =>
  [totp && 'App', passkeys > 0 && 'Passkey'].filter(Boolean).join(', ') || 'None yet'

const COLUMNS: Column<StaffPerson>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Email', cell: ({ email }) => email },
  {
    header: 'Role',
    cell: ({ role, disabled }) => ROLE_WORDS[role].name + (disabled ? ', no access' : ''),
  },
  { header: 'Where', cell: areaWords },
  { header: 'Second factor', cell: secondFactors },
  {
    header: 'Last login',
    cell: ({ last_seen_at }) => (
      <span className="nowrap">{last_seen_at ? shortDeadline(last_seen_at) : 'Never'}</span>
    ),
  },
]

type Change = (person: StaffPerson) => void

const changeColumn = (me: StaffMember, onChange: Change): Column<StaffPerson> => ({
  header: 'Change',
  actions: true,
  cell: (person) =>
    person.id === me.id ? (
      <span className="quiet">You</span>
    ) : (
      <button className="btn btn-2" type="button" onClick={() => onChange(person)}>
        Change<span className="sr-only"> {person.name}</span>
      </button>
    ),
})

type Props = { people: StaffPerson[]; me: StaffMember; onChange: Change | undefined }

/** The officers. Without `onChange` no one can be changed. */
export const PeopleTable = ({ people, me, onChange }: Props) => (
  <DataTable
    label="People"
    columns={onChange ? [...COLUMNS, changeColumn(me, onChange)] : COLUMNS}
    rows={people}
    rowKey={({ id }) => id}
    isOff={({ disabled }) => disabled}
  />
)
