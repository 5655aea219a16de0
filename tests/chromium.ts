import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { aptInstall, hasApt } from './apt.ts'

// The shell is the same engine without the windows that nobody looks at.
const KNOWN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']
const found = () => [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))

/** A Chromium for the journeys: the machine's own, else Debian's package, else the one that Playwright brings. */
export function chromiumPath(): string {
  const here = found()
  if (here) return here
  console.log('Fetching a Chromium for the browser tests. This happens once.')
  if (hasApt() && !aptInstall('chromium-headless-shell')) aptInstall('chromium')
  if (!found()) spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'ignore' })
  const fetched = found()
  if (!fetched) throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM=/path/to/chromium.')
  return fetched
}
