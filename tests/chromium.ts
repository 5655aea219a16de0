import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { aptInstall, hasApt } from './apt.ts'

// Chromium's headless shell has the same engine as the whole browser but draws no windows. A whole browser
// takes half a second longer for each test.
const SHELL = '/usr/bin/chromium-headless-shell'
const KNOWN = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
/** The path of the first Chromium that exists. The environment variable CHROMIUM is tried first. */
const installedPath = () =>
  [process.env.CHROMIUM, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path))

/**
 * Installs the headless shell from Debian if possible. Otherwise it looks for any Chromium: Debian's, or else
 * Playwright's.
 */
export function fetchChromium(): void {
  if (process.env.CHROMIUM || existsSync(SHELL)) return
  const earlierChromium = installedPath()
  if (earlierChromium && !hasApt()) return
  console.log('Fetching a Chromium for the browser tests. This happens once.')
  if ((hasApt() && aptInstall('chromium-headless-shell')) || earlierChromium) return
  if (hasApt()) aptInstall('chromium')
  if (!installedPath())
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'ignore',
    })
}

/** The path of a Chromium for the browser tests. Installs a Chromium if the machine has none. */
export function chromiumPath(): string {
  if (!installedPath()) fetchChromium()
  const path = installedPath()
  if (!path)
    throw new Error('The browser tests need Chromium: install it, or name one in CHROMIUM=/path/to/chromium.')
  return path
}
