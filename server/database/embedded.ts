import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, type ClusterOptions, launch, prepareCluster } from './cluster.ts'
import { answers, endOrphans, isAlive, readPid, runsPostgres, signal } from './postmaster.ts'
import { rotateServerLog, serverLog } from './server-log.ts'

/** The built-in PostgreSQL server of one data folder. */
export type Embedded = {
  /** The address with which the database's owner connects: a Unix socket, never TCP. */
  url: string
  /** The address with which another role connects to the database. */
  urlAs(role: string): string
  pid: () => number
  /** True when the database server ran before this process started. */
  adopted: boolean
  /** Stops watching the database server and leaves it running. */
  leave(): void
  /** A fast shutdown of the database server: sessions end, everything is flushed, the process is gone. */
  stop(): Promise<void>
}

const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000
/** How often a launch is tried. It may be refused because of a server that ends a moment later. */
const MAX_LAUNCHES = 3
const CHECK_EVERY_MS = 250
const MAX_BACK_OFF_MS = 2_000
const POLL_MS = 10
/** The pid file is empty for a moment while a server writes it. One that stays empty is from a crash. */
const WRITING_MS = 1_000

/** Whether the launched server still runs. It may answer later, even if it does not yet. */
const isStarting = (child: ChildProcess | undefined) =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/**
 * Removes what a dead database server left. PostgreSQL overwrites a pid file whose process is dead. But if a
 * process with that id lives, PostgreSQL would not start, even if it is another program by now. Returns
 * whether a server can be launched now.
 */
function clearRemains(cluster: Cluster, pidFile: { pid: number } | undefined, startedMs: number): boolean {
  const isUnwritten = pidFile?.pid === 0
  if (isUnwritten && performance.now() - startedMs < WRITING_MS) return false
  if (pidFile && (isUnwritten || isAlive(pidFile.pid)))
    for (const file of [join(cluster.folder, 'postmaster.pid'), cluster.socket, `${cluster.socket}.lock`])
      rmSync(file, { force: true })
  return endOrphans(cluster.folder)
}

/** Keeps one database server running on a cluster. */
class Supervisor {
  readonly #cluster: Cluster
  /** The process id of the server that last ran; 0 before the first. */
  #pid = 0
  /** The server that this process launched last. Undefined while it uses one that already ran. */
  #child: ChildProcess | undefined
  /** True once this process stops the server, or leaves it running. From then on it launches none. */
  #isStopping = false
  #restarting: Promise<void> = Promise.resolve()
  readonly #startWithinMs: number

  constructor(cluster: Cluster, startWithinMs: number) {
    this.#cluster = cluster
    this.#startWithinMs = startWithinMs
  }

  pid = () => this.#pid

  /** Stops watching the database server and leaves it running. */
  leave = () => void (this.#isStopping = true)

  /** Resolves when a database server accepts connections. Launches one if there is none. */
  async ensureRunning(): Promise<void> {
    const { root, folder, socket } = this.#cluster
    const startedMs = performance.now()
    let launches = 0
    for (;;) {
      const pidFile = readPid(folder)
      const isRunning = pidFile !== undefined && runsPostgres(pidFile.pid, folder)
      if (isRunning && pidFile.ready && (await answers(socket))) {
        this.#pid = pidFile.pid
        return
      }
      if (this.#isStopping) throw new Error('The database is not wanted any more.')
      if (!isRunning && !isStarting(this.#child) && clearRemains(this.#cluster, pidFile, startedMs)) {
        if (launches === MAX_LAUNCHES) throw new Error(`The database did not start; see ${serverLog(root)}.`)
        launches++
        this.#child = launch(this.#cluster)
      }
      if (performance.now() - startedMs > this.#startWithinMs)
        throw new Error(`The database did not become ready; see ${serverLog(root)}.`)
      await wait(POLL_MS)
    }
  }

  /** Starts the database server again whenever it has died, until this process leaves it or stops it. */
  async watch(onRestart: () => void): Promise<void> {
    for (let failures = 0; !this.#isStopping; ) {
      await wait(Math.min(MAX_BACK_OFF_MS, CHECK_EVERY_MS * 2 ** failures), undefined, { ref: false })
      // The server is watched even when its log cannot be rotated, for instance on a full disk.
      try {
        rotateServerLog(this.#cluster.root, Date.now())
      } catch {}
      if (this.#isStopping || runsPostgres(this.#pid, this.#cluster.folder)) continue
      try {
        this.#restarting = this.ensureRunning()
        await this.#restarting
        failures = 0
        onRestart()
      } catch {
        failures++
      }
    }
  }

  stop = async (): Promise<void> => {
    const { folder } = this.#cluster
    this.#isStopping = true
    await this.#restarting.catch(() => {})
    // A server that was launched last may not accept connections yet. Then `#pid` is not its process id.
    const servers = [this.#pid, this.#child?.pid ?? 0].filter((pid) => runsPostgres(pid, folder))
    // To PostgreSQL, the signal SIGINT means a fast shutdown, and SIGQUIT an immediate end.
    for (const pid of servers) signal(pid, 'SIGINT')
    const startedMs = performance.now()
    while (servers.some((pid) => runsPostgres(pid, folder))) {
      // A server that is recovering from a crash may never stop. What was confirmed is on the disk: the next
      // start recovers it.
      if (performance.now() - startedMs > STOP_WITHIN_MS) for (const pid of servers) signal(pid, 'SIGQUIT')
      await wait(POLL_MS)
    }
  }
}

/**
 * Starts the built-in PostgreSQL of `dataDir`, or adopts the server that already runs there (D1). While this
 * process lives, a server that dies is started again.
 * @throws ConfigError with one sentence when it cannot run here.
 */
export async function startEmbedded(
  dataDir: string,
  {
    onRestart = () => {},
    startWithinMs = START_WITHIN_MS,
    ...options
  }: ClusterOptions & { onRestart?: () => void; startWithinMs?: number } = {},
): Promise<Embedded> {
  const cluster = prepareCluster(dataDir, options)
  const pidFile = readPid(cluster.folder)
  const adopted = pidFile !== undefined && runsPostgres(pidFile.pid, cluster.folder)
  const supervisor = new Supervisor(cluster, startWithinMs)
  await supervisor.ensureRunning()
  void supervisor.watch(onRestart)
  const urlAs = (role: string) =>
    `postgresql://${role}@/postgres?host=${encodeURIComponent(cluster.socketFolder)}`
  const { pid, leave, stop } = supervisor
  return { url: urlAs('app'), urlAs, pid, adopted, leave, stop }
}
