import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { plainDate, shortMoment } from '#contract/dates.ts'
import { ALARM_WORDS } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/audit-log/limits.ts'
import type { StaffAlarm } from '#contract/audit-log/endpoints.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { Icon } from '../ui/icon.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { logAddress } from './log-address.ts'

/** The sentence of an alarm. `by`: the officer it is about. `other`: the proposer, if two are involved. */
const alarmWords = ({ rule, by, other, count }: StaffAlarm) =>
  ALARM_WORDS[rule](by.name, count, other?.name ?? '')
/** The day of an alarm in words. Its date is read at noon UTC, which is the same day in Nairobi. */
const dayWords = ({ day }: StaffAlarm) => plainDate(new Date(`${day}T12:00:00Z`))

type DialogProps = { alarm: StaffAlarm; onClose: () => void; onDone: (alarm: StaffAlarm) => void }

/** The form that marks an alarm as looked into, with a note. */
function SeenDialog({ alarm, onClose, onDone }: DialogProps) {
  const sending = useSending(['note'])
  const [note, setNote] = useState('')
  const send = async () =>
    onDone(await call('POST /api/staff/alarms/{id}/seen/', { params: { id: alarm.id }, body: { note } }))
  return (
    <FormDialog
      title={t`Mark as looked into`}
      sending={sending}
      sendLabel={t`Mark as looked into`}
      onSend={send}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>
          {alarmWords(alarm)} on {dayWords(alarm)}.
        </Trans>
      </p>
      <TextAreaField
        id="note"
        label={t`What you found out`}
        hint={t`The log keeps your note and your name.`}
        rows={3}
        maxLength={ALARMS.maxNote}
        value={note}
        onValue={setNote}
        error={sending.errorAt('note')}
      />
    </FormDialog>
  )
}

function OpenAlarm({ alarm, onMark }: { alarm: StaffAlarm; onMark: () => void }) {
  const me = useMe()
  const isOwn = alarm.by.id === me.id || alarm.other?.id === me.id
  return (
    <li className="audit-alarm">
      <p>
        <b className="text-amber">
          <Icon name="warn" size="icon-small" /> {alarmWords(alarm)}
        </b>{' '}
        <span className="nowrap">
          <Trans>on {dayWords(alarm)}</Trans>
        </span>
      </p>
      <p className="row">
        <Link className="tap" to={logAddress(alarm.filter)}>
          <Trans>Show these entries</Trans>
          <span className="sr-only">: {alarmWords(alarm)}</span>
        </Link>
        {isOwn ? (
          <span className="quiet">{t`Another officer must check this alarm, because it is about you.`}</span>
        ) : (
          <button className="btn btn-2 btn-small" type="button" onClick={onMark}>
            <Trans>Mark as looked into</Trans>
            <span className="sr-only">: {alarmWords(alarm)}</span>
          </button>
        )}
      </p>
    </li>
  )
}

const SeenAlarms = ({ alarms }: { alarms: StaffAlarm[] }) => (
  <details className="st-fold">
    <summary>
      <Trans>Looked into: {alarms.length}</Trans>
    </summary>
    <ul>
      {alarms.map((alarm) => (
        <li key={alarm.id} className="small">
          <Trans>
            <Link to={logAddress(alarm.filter)}>{alarmWords(alarm)}</Link> on {dayWords(alarm)}
          </Trans>
          <div className="quiet">
            {alarm.seen?.by.name}, {shortMoment(alarm.seen?.at)}: {alarm.seen?.note}
          </div>
        </li>
      ))}
    </ul>
  </details>
)

/**
 * The loaded alarms. Those that the officer has marked on this page replace their older versions, until the
 * alarms load again: an alarm whose count has doubled since then is open again.
 */
function useMarked(loaded: StaffAlarm[]) {
  const [marked, setMarked] = useState<StaffAlarm[]>([])
  const [source, setSource] = useState(loaded)
  // This is set during the render, so that newer alarms are shown at once.
  if (source !== loaded) {
    setSource(loaded)
    setMarked([])
  }
  const alarms = loaded.map((alarm) => marked.find(({ id }) => id === alarm.id) ?? alarm)
  return { alarms, marked, addMarked: (alarm: StaffAlarm) => setMarked([...marked, alarm]) }
}

function AlarmList({ loaded }: { loaded: StaffAlarm[] }) {
  const { alarms, marked, addMarked } = useMarked(loaded)
  const [alarmToMark, setAlarmToMark] = useState<StaffAlarm>()
  const heading = useRef<HTMLHeadingElement>(null)
  // A marked alarm disappears with its focused button, so the focus moves to the heading.
  useEffect(() => {
    if (marked.length > 0) heading.current?.focus()
  }, [marked])
  const openAlarms = alarms.filter(({ seen }) => seen === null)
  const seenAlarms = alarms.filter((alarm) => alarm.seen !== null)
  return (
    <section
      className={openAlarms.length > 0 ? 'callout is-amber audit-alarms mb5' : 'audit-alarms mb5'}
      aria-labelledby="alarms"
    >
      <h2 id="alarms" className="heading-small" tabIndex={-1} ref={heading}>
        <Trans>Alarms</Trans> <span className="num">{openAlarms.length}</span>
      </h2>
      {openAlarms.length === 0 ? (
        <p className="quiet" role="status">
          {alarms.length === 0
            ? t`There are no alarms: no officer did anything unusual.`
            : t`All alarms have been looked into.`}
        </p>
      ) : (
        <ul>
          {openAlarms.map((alarm) => (
            <OpenAlarm key={alarm.id} alarm={alarm} onMark={() => setAlarmToMark(alarm)} />
          ))}
        </ul>
      )}
      {seenAlarms.length > 0 && <SeenAlarms alarms={seenAlarms} />}
      {alarmToMark && (
        <SeenDialog
          alarm={alarmToMark}
          onClose={() => setAlarmToMark(undefined)}
          onDone={(alarm) => {
            addMarked(alarm)
            setAlarmToMark(undefined)
          }}
        />
      )}
    </section>
  )
}

type Props = { result: Loaded<Reply<'GET /api/staff/alarms/'>>; onReload: () => void }

/** The alarms about unusual activity of an officer, for the roles that supervise officers. */
export const Alarms = ({ result: { data, error }, onReload }: Props) =>
  data ? (
    <AlarmList loaded={data.results} />
  ) : (
    <LoadFailed subject={t`The alarms`} onRetry={onReload} error={error} />
  )
