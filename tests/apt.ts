import { spawnSync } from 'node:child_process'

const runAptGet = (args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Whether tests can install Debian packages here: the machine has Debian's package manager, and we are root.
 */
export const hasApt = () => process.getuid?.() === 0 && runAptGet(['--version']).status === 0

/** Whether this process has updated Debian's package lists; once is enough. */
let isUpdated = false
/** Installs Debian packages. On failure it prints the reason and returns false. */
export function aptInstall(...names: string[]): boolean {
  isUpdated ||= runAptGet(['update']).status === 0
  const { status, stderr } = runAptGet(['install', '-y', '--no-install-recommends', ...names])
  if (status !== 0) console.log(`apt-get could not install ${names.join(' ')}:\n${stderr}`)
  return status === 0
}
