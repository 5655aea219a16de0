import { type CallFailed, isCallFailed } from '../call.ts'
import { type Application, type Draft, draftFrom } from './draft.ts'
import { type Choice, differing, merged, type Section } from './sections.ts'

/** Two versions of which neither may be lost: `theirs` was written elsewhere, `version` is what it counts as. */
export type Conflict = { theirs: Draft; from: 'server' | 'device' }
/** Why nothing more can be written here. */
export type Over = 'completed' | 'closed' | 'gone'

/** What the wizard shows of its keeping. Instants are milliseconds of the server's clock; absent until it is true. */
export type Snapshot = {
  draft: Draft
  deviceAt?: number | undefined
  serverAt?: number | undefined
  /** Whether the server has every letter. */
  onServer: boolean
  /** Nothing is heard from the server: it is tried again by itself. */
  away: boolean
  /** The server's word, where it took the draft for wrong. */
  refused?: string | undefined
  conflict?: Conflict | undefined
  over?: Over | undefined
}

/** What is kept of a draft beside its words: what the server had when it counted `version`, and what was sent there since without an answer. */
export type Standing = {
  draft: Draft
  base?: Draft | undefined
  unanswered?: Draft[]
  version: number
  serverAt?: number | undefined
  onServer: boolean
}

export type KeeperDeps = {
  /** @throws CallFailed */
  send: (draft: Draft, version: number, leaving: boolean) => Promise<{ version: number; updated_at: string }>
  /** @throws where the device keeps nothing. */
  keep: (standing: Standing) => Promise<void>
  now: () => number
}

/** W4: how long after the last change the server is told. */
const PAUSE_MS = 2_000
/** Saves whose answer was lost: what of them has arrived is ours, not somebody else's. */
const MOST_UNANSWERED = 10
const RETRY_MS = { first: 3_000, longest: 60_000 }

const overBecause: Record<string, Over> = { already_applied: 'completed', job_closed: 'closed', not_found: 'gone' }

/** Keeps a draft on the device at every change and on the server shortly after (W4); never writes over what it has not seen (T22). */
export function openKeeper(start: Standing, deps: KeeperDeps) {
  let { base, version } = start
  let unanswered = start.unanswered ?? []
  let theirVersion = version
  let shown: Snapshot = { draft: start.draft, serverAt: start.serverAt, onServer: start.onServer, away: false }
  let editions = start.onServer ? 0 : 1
  let sent = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = RETRY_MS.first
  let flying: Promise<void> | undefined
  let writing: Promise<void> | undefined
  let again = false
  let stopped = false
  const listeners = new Set<() => void>()

  const tell = (news: Partial<Snapshot>) => {
    shown = { ...shown, ...news, onServer: sent === editions }
    for (const listener of listeners) listener()
  }
  const standing = (): Standing => ({ draft: shown.draft, base, unanswered, version, serverAt: shown.serverAt, onServer: sent === editions })

  const write = async () => {
    do {
      again = false
      const at = deps.now()
      try {
        await deps.keep(standing())
        tell({ deviceAt: at })
      } catch {
        tell({ deviceAt: undefined })
      }
    } while (again)
    writing = undefined
  }
  const keep = () => {
    again = true
    writing ??= write()
    return writing
  }

  const later = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush().catch(() => {}), ms)
  }

  /** Nothing of anybody's is at stake when the server has what is here, what was here, or what was sent and not answered. */
  const meet = (current: Application) => {
    const theirs = draftFrom(current)
    const known = [shown.draft, base, ...unanswered].some((draft) => draft && differing(draft, theirs).length === 0)
    if (!known) return tell({ conflict: { theirs, from: 'server' }, away: false, serverAt: Date.parse(current.updated_at) })
    version = current.version
    base = theirs
    unanswered = []
    if (differing(shown.draft, theirs).length === 0) sent = editions
    else later(0)
    tell({ serverAt: Date.parse(current.updated_at), away: false })
  }

  const failed = (error: CallFailed) => {
    const { status, body } = error
    const current = (body as { current?: Application }).current
    if (body.code === 'conflict' && current) {
      theirVersion = current.version
      meet(current)
    } else if (status === 0 || status >= 500 || status === 429) {
      tell({ away: true })
      later(Math.max(wait, (error.retryAfter ?? 0) * 1_000))
      wait = Math.min(wait * 2, RETRY_MS.longest)
    } else if (body.code && overBecause[body.code]) tell({ over: overBecause[body.code] })
    else if (status !== 401) tell({ refused: body.message ?? '', away: false })
  }

  const send = async (leaving: boolean) => {
    const [draft, edition] = [shown.draft, editions]
    unanswered = [...unanswered, draft].slice(-MOST_UNANSWERED)
    try {
      const reply = await deps.send(draft, version, leaving)
      version = reply.version
      base = draft
      unanswered = []
      sent = edition
      wait = RETRY_MS.first
      tell({ serverAt: Date.parse(reply.updated_at), away: false, refused: undefined })
      if (sent !== editions) later(PAUSE_MS)
    } catch (error) {
      if (!isCallFailed(error)) throw error
      failed(error)
      throw error
    } finally {
      flying = undefined
      void keep()
    }
  }

  /** Sends what the server has not. @throws CallFailed, after having taken note of it */
  async function flush(leaving = false): Promise<void> {
    clearTimeout(timer)
    if (flying) {
      if (leaving) return
      await flying
    }
    if (sent === editions || shown.conflict || shown.over) return
    flying ??= send(leaving)
    return flying
  }

  return {
    snapshot: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (next: (draft: Draft) => Draft) => {
      const draft = next(shown.draft)
      if (draft === shown.draft) return
      editions++
      tell({ draft, refused: undefined })
      void keep()
      later(PAUSE_MS)
    },
    /** At once: the field was left, or the page is about to go. */
    flush,
    /** As `flush`, and also when nothing is new: the person asked for it. @throws CallFailed */
    save: () => {
      if (sent === editions) editions++
      return flush()
    },
    keep,
    standing,
    /** A file was added or removed: the server counted one more. Any other count means that somebody else wrote too. */
    counted: (now: number) => {
      if (now === version + 1) version = now
      void keep()
    },
    /** What the server has now, asked again. */
    meet: (current: Application) => {
      theirVersion = current.version
      if (current.version !== version && !shown.conflict) {
        const untouched = sent === editions
        if (untouched && differing(shown.draft, draftFrom(current)).length > 0) {
          const theirs = draftFrom(current)
          base = theirs
          version = current.version
          tell({ draft: { ...theirs, step: shown.draft.step, reviewed: shown.draft.reviewed }, serverAt: Date.parse(current.updated_at) })
        } else meet(current)
        void keep()
      }
    },
    /** Another version that was found on this device. */
    meetOnDevice: (theirs: Draft) => {
      if (differing(shown.draft, theirs).length > 0) tell({ conflict: { theirs, from: 'device' } })
    },
    base: () => base,
    /** The person has chosen; what comes of it is saved like any change. */
    resolve: (choices: Partial<Record<Section, Choice>>) => {
      const { conflict } = shown
      if (!conflict) return
      if (conflict.from === 'server') {
        version = theirVersion
        base = conflict.theirs
        unanswered = []
      }
      editions++
      tell({ draft: merged(shown.draft, conflict.theirs, choices), conflict: undefined })
      void keep()
      later(0)
    },
    /** Begins, or begins again, to send by itself. */
    start: () => {
      stopped = false
      if (sent !== editions) later(PAUSE_MS)
    },
    /** It is all in the application that was sent: nothing waits any more. */
    done: () => {
      stopped = true
      clearTimeout(timer)
      sent = editions
      tell({})
    },
    /** Stops the clockwork; what is on the device stays there. */
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
export type Keeper = ReturnType<typeof openKeeper>
