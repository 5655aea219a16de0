import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Flags, flagsOf, type Identity } from '#contract/application-rules.ts'
import type { Step } from '#contract/application-words.ts'
import { nairobiDate } from '#contract/dates.ts'
import { call } from '../api.ts'
import { dropDraft } from '../session/device-drafts.ts'
import { beforeLeaving, serverNow } from '../session/session.ts'
import { type Around, identityOf } from './around.ts'
import { type BesideDraft, type Desk, openDesk } from './desk.ts'
import type { Draft } from './draft.ts'
import type { Snapshot } from './keeper.ts'
import type { Opened } from './open-application.ts'

/** What the steps of the wizard are given. */
export type Wizard = Snapshot &
  BesideDraft & {
    /** The civil date in Nairobi, by the server's clock. */
    today: string
    identity: Identity
    flags: Flags
    change: (next: (draft: Draft) => Draft) => void
    go: (step: Step) => void
    setAround: (news: Partial<Around>) => void
    desk: Desk
    /** Somebody pressed Logout while not all was on the server. */
    heldBack: boolean
    stay: () => void
  }

/** The state of one application in this tab, kept on the device and on the server (W4). */
export function useWizard(opened: Opened, account: string): Wizard {
  const desk = useMemo(() => openDesk(opened, account), [opened, account])
  const [heldBack, setHeldBack] = useState(false)
  useEffect(() => tend(desk, opened, () => setHeldBack(true)), [desk, opened])
  const { keeper } = desk
  const snapshot = useSyncExternalStore(keeper.subscribe, keeper.snapshot)
  const beside = useSyncExternalStore(desk.subscribe, desk.beside)
  const today = nairobiDate(new Date(serverNow()))
  const identity = identityOf(beside.around.profile, snapshot.draft)
  return {
    ...snapshot,
    ...beside,
    today,
    identity,
    flags: flagsOf(identity, snapshot.draft.answers, beside.around.job, today),
    change: keeper.change,
    go: (step) => keeper.change((draft) => ({ ...draft, step, reviewed: draft.reviewed || step === 5 })),
    setAround: (news) => desk.lay({ around: { ...desk.beside().around, ...news } }),
    desk,
    heldBack,
    stay: () => setHeldBack(false),
  }
}

/** Saves when a field is left, the page is hidden or goes, or the network is back; meets what was written elsewhere. Returns how to stop. */
function tend({ keeper }: Desk, opened: Opened, heldBack: () => void) {
  const others = [...opened.others]
  let shown: (typeof others)[number] | undefined
  // One after the other; each stays on the device until it was chosen or is known to be the same.
  const meetOthers = () => {
    while (!keeper.snapshot().conflict) {
      if (shown) void dropDraft(shown)
      shown = others.shift()
      if (!shown) return
      keeper.meetOnDevice(shown.content.draft)
    }
  }
  const flush = (leaving = false) => keeper.flush(leaving).catch(() => {})
  const refresh = async () => {
    if (!keeper.snapshot().onServer) return flush()
    try {
      keeper.meet(await call('GET /api/job-applications/{id}/', { params: { id: opened.around.applicationId } }))
    } catch {
      // The next save tells.
    }
  }
  const seen = () => void (document.visibilityState === 'hidden' ? flush(true) : refresh())
  const leave = () => void flush(true)
  const blurred = () => void flush()
  const back = () => void refresh()

  keeper.start()
  if (opened.current) keeper.meet(opened.current)
  void keeper.keep()
  meetOthers()
  const stopMeeting = keeper.subscribe(meetOthers)
  const send = async () => {
    await keeper.flush()
    await keeper.keep()
    if (!keeper.snapshot().onServer) throw new Error('not all of it is on the server')
  }
  const stopWaiting = beforeLeaving({ send, heldBack })
  document.addEventListener('visibilitychange', seen)
  document.addEventListener('focusout', blurred)
  addEventListener('pagehide', leave)
  addEventListener('online', back)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    document.removeEventListener('focusout', blurred)
    removeEventListener('pagehide', leave)
    removeEventListener('online', back)
    stopMeeting()
    stopWaiting()
    leave()
    keeper.stop()
  }
}
