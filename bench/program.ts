import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How to install each program that makes load: wrk for HTTP requests, pgbench for SQL statements. */
const SOURCES: Record<string, string> = {
  wrk: 'Debian and Ubuntu: apt-get install wrk; macOS: brew install wrk',
  pgbench:
    'Debian: apt-get install postgresql-15; Ubuntu: apt-get install postgresql-contrib; macOS: brew install postgresql',
}

// Debian installs the programs of each PostgreSQL version into their own folder.
const debianFolder = '/usr/lib/postgresql'
const folders = [
  ...(process.env.PATH ?? '').split(':'),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin'))
    : []),
]

/** The path of a measuring program. Throws an error that says how to install a missing one. */
export function programOf(name: string): string {
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  if (!path) throw new Error(`The bench needs ${name}, which is not on this machine. ${SOURCES[name] ?? ''}`)
  return path
}

/** Runs a program and returns what it printed. @throws Error with its error output when it fails. */
export const run = (name: string, args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(programOf(name), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err]: [string[], string[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
    child.on('error', reject)
    child.on('close', (status) =>
      status === 0
        ? resolve(out.join(''))
        : reject(new Error(`${name} failed: ${err.join('') || out.join('')}`)),
    )
  })
