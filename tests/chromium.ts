import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

// The shell is the same engine without the windows that nobody looks at.
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
const found = () => [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))

/** A Chromium for the journeys: the machine's own, else Debian's package, else the one that Playwright brings. */
export function chromiumPath(): string {
  const here = found()
  if (here) return here
  console.log('Fetching a Chromium for the browser tests. This happens once.')
  const quiet = { stdio: 'ignore' } as const
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], quiet).status === 0) {
    spawnSync('apt-get', ['update'], quiet)
    const install = (name: string) => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet).status === 0
    if (!install('chromium-headless-shell')) install('chromium')
  }
  if (!found()) spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], quiet)
  const fetched = found()
  if (!fetched) throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM=/path/to/chromium.')
  return fetched
}
