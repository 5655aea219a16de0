import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { aptInstall, hasApt } from './apt.ts'

// The shell is the same engine without the windows that nobody looks at: those of a whole browser cost half a
// second for each test.
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const found = () =>
  [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))

/** Fetches the shell where Debian's package manager can, else any Chromium where there is none. */
export function fetchChromium(): void {
  if (process.env.CHROMIUM || existsSync(SHELL)) return
  const here = found()
  if (here && !hasApt()) return
  console.log('Fetching a Chromium for the browser tests. This happens once.')
  if ((hasApt() && aptInstall('chromium-headless-shell')) || here) return
  if (hasApt()) aptInstall('chromium')
  if (!found())
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'ignore',
    })
}

/**
 * A Chromium for the journeys: the machine's own, else Debian's package, else the one that Playwright brings.
 */
export function chromiumPath(): string {
  if (!found()) fetchChromium()
  const here = found()
  if (!here)
    throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM=/path/to/chromium.')
  return here
}
