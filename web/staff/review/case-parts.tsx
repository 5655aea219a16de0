import { stampDate } from '#contract/dates.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/decisions/stages.ts'
import { hourAndMinute } from '../../ui/hour-and-minute.ts'
import { Icon } from '../../ui/icon.tsx'
import { years } from './columns.tsx'
import type { Case } from './use-case.ts'

export const sentTime = (written: string) => `${stampDate(new Date(written))}, ${hourAndMinute(Date.parse(written))}`
const month = (written: string) => (/^\d{4}-\d{2}/.test(written) ? stampDate(new Date(`${written.slice(0, 7)}-02`)).slice(2) : written)

export const Experience = ({ it }: { it: Case }) => (
  <>
    <h3>
      Work experience <span className="quiet num">{years(it.experience)} years</span>
    </h3>
    {it.experience_entries.length === 0 && <p className="quiet">None is listed.</p>}
    <ul className="rv-lines">
      {it.experience_entries.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={at}>
          <p className="rv-two">
            <b>{one.position}</b>
            <span className="num quiet">
              {month(one.start_date)} – {one.end_date ? month(one.end_date) : 'now'}
            </span>
          </p>
          <p>{one.company}</p>
          <p className="quiet">{one.responsibilities}</p>
        </li>
      ))}
    </ul>
  </>
)

export const Education = ({ it }: { it: Case }) => (
  <>
    <h3>Education</h3>
    {it.education.length === 0 && <p className="quiet">None is listed.</p>}
    <ul className="rv-lines">
      {it.education.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={at}>
          <p className="rv-two">
            <b>{one.level}</b>
            <span className="num quiet">{one.year}</span>
          </p>
          <p>
            {one.area_of_study}, {one.institution}
          </p>
        </li>
      ))}
    </ul>
  </>
)

export const Referees = ({ it }: { it: Case }) => (
  <>
    <h3>Referees</h3>
    {it.referees.length === 0 && <p className="quiet">None is named.</p>}
    <ul className="rv-lines">
      {it.referees.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- frozen: neither order nor number changes
        <li key={at}>
          {one.name ? <b>{one.name}</b> : <span className="quiet">Name and contacts hidden</span>}
          <p>
            {one.position}, {one.organization}
          </p>
          {(one.phone ?? one.email) && <p className="num">{[one.phone, one.email].filter(Boolean).join(', ')}</p>}
        </li>
      ))}
    </ul>
  </>
)

/** Flags, and with which applications something is shared. */
export const Flags = ({ it, onOpen }: { it: Case; onOpen: (id: number) => void }) => {
  const alone = it.flags.filter((flag) => !it.shares.some((share) => share.flag === flag))
  if (it.flags.length === 0 && it.shares.length === 0) return null
  return (
    <>
      <h3>Flags</h3>
      <ul className="rv-lines">
        {alone.map((flag) => (
          <li className="c-amber" key={flag}>
            <Icon name="warn" size="i-s" /> {FLAG_WORDS[flag]}
          </li>
        ))}
        {it.shares.map(({ flag, applications, more }) => (
          <li key={flag}>
            <p className="c-amber">
              <Icon name="warn" size="i-s" /> {FLAG_WORDS[flag]}
            </p>
            <p className="rv-shares">
              {applications.map((one) => (
                <button className="link num" type="button" key={one.id} onClick={() => onOpen(one.id)}>
                  {one.reference}
                </button>
              ))}
              {more > 0 && <span>and {more.toLocaleString('en')} more</span>}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

export const History = ({ it }: { it: Case }) => (
  <>
    <h3>History</h3>
    {it.history.length === 0 && <p className="quiet">Nothing was decided yet.</p>}
    <ul className="rv-lines">
      {it.history.map(({ at, stage, reason, by }) => (
        <li key={at}>
          <p className="rv-two">
            <b>{STAGE_WORDS[stage]}</b>
            <span className="num quiet">{sentTime(at)}</span>
          </p>
          {by.length > 0 && <p>{by.map(({ name, role }) => `${name}, ${role}`).join('; ')}</p>}
          {reason && <p className="quiet">“{reason}”</p>}
        </li>
      ))}
    </ul>
  </>
)
