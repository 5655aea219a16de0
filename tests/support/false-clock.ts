import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, hasApt } from '../apt.ts'

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`

/** The library libfaketime, which simulates a clock. It is installed where that is possible. */
export const hasFalseClock = (): boolean =>
  existsSync(LIBRARY) || (hasApt() && aptInstall('faketime') && existsSync(LIBRARY))

/** A false clock that a program reads instead of the machine's clock. */
export function falseClock() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-clock-'))
  // PostgreSQL runs as another user, who must be able to read this folder.
  chmodSync(folder, 0o755)
  const offset = join(folder, 'offset')
  const set = (seconds: number) => writeFileSync(offset, `+${seconds}\n`, { mode: 0o644 })
  set(0)
  return {
    /** Moves the false clock this far ahead of the machine's clock. */
    set,
    /** Makes a folder whose `bin/postgres` runs `program` with the false clock. */
    wrapped(program: string) {
      mkdirSync(join(folder, 'bin'))
      const environment = `LD_PRELOAD=${LIBRARY} FAKETIME_TIMESTAMP_FILE=${offset} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1`
      writeFileSync(join(folder, 'bin/postgres'), `#!/bin/sh\n${environment} exec ${program} "$@"\n`, {
        mode: 0o755,
      })
      return folder
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  }
}
