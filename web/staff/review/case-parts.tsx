import { stampDate } from '#contract/dates.ts'
import { DOCUMENT_NAMES } from '#contract/documents.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/staff-stages.ts'
import { address as callAddress } from '../../api.ts'
import { hourAndMinute } from '../../ui/hour-and-minute.ts'
import { Icon } from '../../ui/icon.tsx'
import { years } from './columns.tsx'
import type { Case } from './use-case.ts'

export const sentTime = (written: string) => `${stampDate(new Date(written))}, ${hourAndMinute(Date.parse(written))}`
const month = (written: string) => (/^\d{4}-\d{2}/.test(written) ? stampDate(new Date(`${written.slice(0, 7)}-02`)).slice(2) : written)
const megabytes = (size: number) => (size < 104_858 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`)

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

const STATES = { unscanned: 'Being scanned for viruses', refused: 'Holds what may not be kept' } as const

export const Documents = ({ it }: { it: Case }) => (
  <>
    <h3>Documents</h3>
    {it.document_files.length === 0 && <p className="quiet">None was sent.</p>}
    {it.blind && it.document_files.length > 0 && <p className="quiet">A document may name its author. Opening it is written down.</p>}
    <ul className="rv-lines">
      {it.document_files.map((one) => (
        <li key={one.kind}>
          <p className="rv-two">
            {one.state === 'clean' ? (
              <a href={callAddress('GET /api/staff/applications/{id}/documents/{kind}/', { params: { id: it.id, kind: one.kind } })} download>
                {DOCUMENT_NAMES[one.kind]}
              </a>
            ) : (
              <span>{DOCUMENT_NAMES[one.kind]}</span>
            )}
            <span className="num quiet">
              {one.type.toUpperCase()}, {megabytes(one.size)}
            </span>
          </p>
          {one.name && <p className="quiet">{one.name}</p>}
          {one.state !== 'clean' && <p className="quiet">{STATES[one.state]}</p>}
          {one.flags.map((words) => (
            <p className="c-amber" key={words}>
              <Icon name="warn" size="i-s" /> {words}
            </p>
          ))}
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
