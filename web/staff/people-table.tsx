import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { areaWords } from './area-words.ts'

/** `totp`: whether the officer has an authenticator app. `passkeys`: how many passkeys they have. */
const secondFactors = ({ totp, passkeys }: StaffPerson) =>
  [totp && t`App`, passkeys > 0 && t`Passkey`].filter(Boolean).join(', ') || t`None yet`

const COLUMNS: Column<StaffPerson>[] = [
  { header: t`Name`, cell: ({ name }) => name },
  { header: t`Email`, cell: ({ email }) => email },
  {
    header: t`Role`,
    cell: ({ role, disabled }) => (disabled ? t`${ROLE_WORDS[role].name}, no access` : ROLE_WORDS[role].name),
  },
  { header: t`Where`, cell: areaWords },
  { header: t`Second factor`, cell: secondFactors },
  {
    header: t`Last login`,
    cell: ({ last_seen_at }) => (
      <span className="nowrap">{last_seen_at ? shortMoment(last_seen_at) : t`Never`}</span>
    ),
  },
]

type OnChange = (person: StaffPerson) => void

const changeColumn = (me: StaffMember, onChange: OnChange): Column<StaffPerson> => ({
  header: t`Change`,
  actions: true,
  cell: (person) =>
    person.id === me.id ? (
      <span className="quiet">
        <Trans>You</Trans>
      </span>
    ) : (
      <button className="btn btn-2" type="button" onClick={() => onChange(person)}>
        <Trans>Change</Trans>
        <span className="sr-only"> {person.name}</span>
      </button>
    ),
})

type Props = { people: StaffPerson[]; me: StaffMember; onChange: OnChange | undefined }

/** The table of the officers. Without `onChange`, this officer can change none of them. */
export const PeopleTable = ({ people, me, onChange }: Props) => (
  <DataTable
    label={t`People`}
    columns={onChange ? [...COLUMNS, changeColumn(me, onChange)] : COLUMNS}
    rows={people}
    rowKey={({ id }) => id}
    isOff={({ disabled }) => disabled}
  />
)
