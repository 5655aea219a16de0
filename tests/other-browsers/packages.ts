import { globSync } from 'node:fs'
import { aptInstall, hasApt } from '../apt.ts'

/** The Debian packages that the test journey needs. A package is installed if its file exists. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
  'python3-gi': '/usr/lib/python3/dist-packages/gi/__init__.py',
  'gir1.2-webkit2-4.1': '/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib',
}

export const missingPackages = () =>
  Object.entries(PACKAGES).flatMap(([name, file]) => (globSync(file).length > 0 ? [] : [name]))

/** Installs the missing packages on a machine where tests may install them. */
export function fetchEngines(): void {
  const missing = missingPackages()
  if (missing.length === 0 || !hasApt()) return
  console.log(`Fetching ${missing.join(', ')} for the journey in other engines. This happens once.`)
  aptInstall(...missing)
}

/**
 * The reason why the journey is skipped on this machine, or undefined. Where packages can be installed, a
 * missing package is no reason: the test then fails.
 */
export function noEngines(): string | undefined {
  const missing = missingPackages()
  if (missing.length === 0 || hasApt()) return undefined
  return `needs ${missing.join(', ')}, and there is no apt-get that we may use`
}
