import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { JobTabs } from '../staff-ui/job-tabs.tsx'
import { FIRST_PAGE } from './address.ts'
import { AtDesk } from './at-desk.tsx'
import { BlindBanner } from './blind-banner.tsx'
import { CaseFoot } from './case-foot.tsx'
import { CasePane } from './case-pane.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { saveSetting, savedSetting } from './saved-settings.ts'
import { MoveDialog } from './move-dialog.tsx'
import { OutcomeLine } from './outcome-line.tsx'
import { inPlace, Paging } from './paging.tsx'
import { HeadToCome, ReviewHead } from './review-head.tsx'
import { ReviewTools, SEARCH } from './review-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'
import { Empty, Failed, Ghosts } from './table-states.tsx'
import { useActing } from './use-acting.ts'
import { useAddress } from './use-address.ts'
import { useCase } from './use-case.ts'
import { useColumns } from './use-columns.ts'
import { CASE_TITLE, useCursor } from './use-cursor.ts'
import { useHead } from './use-head.ts'
import { useRestoredFocus } from './use-restored-focus.ts'
import { useKeys } from './use-keys.ts'
import { useMoves } from './use-moves.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useViewed } from './use-viewed.ts'

const ABSENT = [400, 403, 404]

/** Moves the focus to the open application, or the current row, or the search when there is none. */
const refocus = () => {
  const places = [
    document.getElementById(CASE_TITLE),
    document.querySelector<HTMLElement>('.rv-open[tabindex="0"]'),
    document.getElementById(SEARCH),
  ]
  places.find((place) => place !== null)?.focus({ preventScroll: true })
}

/** Moves the focus to the one row in the tab order. */
const toRows = (event: MouseEvent) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('.rv-open[tabindex="0"]')?.focus()
}

/** The officer's table of one job. */
export function Review({ job, officer }: { job: number; officer: StaffMember }) {
  const { address, go } = useAddress()
  const [round, setRound] = useState(0)
  const [looks, setLooks] = useState(0)
  const { head, failed: headless, onViews } = useHead(job, looks)
  const { found, waiting, failed, put } = useRows(job, address, round)
  const cases = useCase(address.open, looks)
  const viewed = useViewed(address.open)
  const columns = useColumns(officer.id, (head?.areas.length ?? 0) > 0, address, go, found)
  const selection = useSelection(JSON.stringify(address.filter))
  const again = () => setRound((before) => before + 1)
  const isUnread = (row: ReviewRow) => !cases.now(row).read_by_me
  const onPut = (ids: number[], list: ReviewRow['list']) => {
    put(ids, list)
    for (const id of ids) cases.change(id, { list })
  }
  const moves = useMoves({ job, filter: address.filter, put: onPut, again })
  const cursor = useCursor({ found, address, go, isUnread, say: (words) => moves.say({ words }) })
  const whole = cases.answer.state === 'here' ? cases.answer.data : undefined
  const openRow =
    address.open === undefined ? undefined : (found?.rows.find((row) => row.id === address.open) ?? whole)
  const acting = useActing({
    selection,
    count: found?.count ?? 0,
    one: openRow ?? cursor.row,
    moves,
    refocus,
  })
  const root = useRestoredFocus(refocus)
  const [keys, setKeys] = useState(() => savedSetting(officer.id, 'keys') !== 'off')
  const [help, setHelp] = useState(false)
  const selects = selection.all || selection.rows.length > 0
  const closes = viewed.isBeside ? viewed.close : cursor.close
  const escape = address.open === undefined ? (selects ? acting.unselect : undefined) : closes
  const mayMoveThem = officer.rights.includes('decisions.propose')
  useKeys(keys, {
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    n: cursor.nextUnread,
    x: () => cursor.row && selection.toggle(cursor.row, found?.rows ?? []),
    '/': () => document.getElementById(SEARCH)?.focus(),
    '?': () => setHelp(true),
    ...(mayMoveThem && {
      s: () => acting.shortlist('either'),
      r: () => acting.reject('either'),
      l: () => acting.other('either'),
    }),
    ...(escape && { escape }),
  })
  const clear = () => go({ filter: {}, sort: undefined, down: false, ...FIRST_PAGE })
  const switchKeys = (on: boolean) => {
    saveSetting(officer.id, 'keys', on ? 'on' : 'off')
    setKeys(on)
  }
  const who = found ?? head
  const blind = who?.blind ?? true
  const trouble = failed ?? (head ? undefined : headless)
  if (headless && !head && isCallFailed(headless.error) && ABSENT.includes(headless.error.status)) {
    return (
      <div className="empty">
        <h1>
          {headless.error.status === 403 ? 'Your role does not read applications' : 'There is no such job'}
        </h1>
        <p className="mt2">
          <Link to={paths.staffJobs}>All jobs</Link>
        </p>
      </div>
    )
  }
  return (
    <div
      className={address.open === undefined ? 'rv' : viewed.isBeside ? 'rv has-case has-doc' : 'rv has-case'}
      ref={root}
    >
      {found && found.rows.length > 0 && (
        <a className="skip" href="#rows" onClick={toRows}>
          Skip to the applications
        </a>
      )}
      <AtDesk />
      {head ? <ReviewHead head={head} firsts={cases.firsts} address={address} /> : <HeadToCome job={job} />}
      <JobTabs job={job} here="applications" />
      <ReviewTools
        job={job}
        head={head}
        address={address}
        go={go}
        blind={blind}
        columns={columns.chosen}
        onColumns={columns.choose}
        onViews={onViews}
      />
      {who && (
        <BlindBanner
          job={job}
          blind={who.blind}
          liftedUntil={who.lifted_until}
          waits={head?.lift_waits ?? null}
          onAsked={() => {
            setLooks((before) => before + 1)
            again()
          }}
        />
      )}
      <p className="vh" role="status">
        {found &&
          !waiting &&
          (found.count === 0 ? 'No application matches' : `Applications ${inPlace(found, address)}`)}
      </p>
      <OutcomeLine moves={moves} />
      {trouble && (
        <Failed
          error={trouble.error}
          onClear={clear}
          onAgain={() => {
            failed?.again()
            if (!head) headless?.again()
          }}
        />
      )}
      <div className="rv-cols">
        <div className="rv-list">
          {found && selects && (
            <SelectionBar
              {...{ selection, found, acting, filter: address.filter }}
              moves={mayMoveThem}
              writeTo={
                officer.rights.includes('messages.send')
                  ? (query) => `${paths.staffMessages(job)}?${query}`
                  : undefined
              }
            />
          )}
          <div className={waiting ? 'rv-scroll is-waiting' : 'rv-scroll'}>
            {!found && !failed && <Ghosts />}
            {found?.rows.length === 0 && <Empty address={address} onClear={clear} />}
            {found && found.rows.length > 0 && (
              <Table
                {...{ address, go, cursor, selection, isUnread, waiting }}
                rows={found.rows.map(cases.now)}
                columns={columns.shown}
              />
            )}
          </div>
          {found && found.rows.length > 0 && (
            <Paging
              {...{ found, address, cursor, keys }}
              onKeys={() => setHelp(true)}
              onAll={selects ? undefined : selection.takeAll}
            />
          )}
        </div>
        {address.open !== undefined && (
          <CasePane
            job={job}
            id={address.open}
            row={found?.rows.find((row) => row.id === address.open)}
            cases={cases}
            onOpen={cursor.open}
            onClose={cursor.close}
            viewed={viewed}
            foot={(row) => (
              <CaseFoot
                row={row}
                acting={acting}
                moves={mayMoveThem}
                onStep={cursor.move}
                onNextUnread={cursor.nextUnread}
              />
            )}
          />
        )}
      </div>
      {acting.asking && <MoveDialog asking={acting.asking} onClose={acting.stop} onMove={acting.run} />}
      {help && (
        <KeysDialog on={keys} moves={mayMoveThem} onSwitch={switchKeys} onClose={() => setHelp(false)} />
      )}
    </div>
  )
}
