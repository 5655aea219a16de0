import { spawnSync } from 'node:child_process'

const quietly = (args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** Whether Debian's package manager is here and lets us install. */
export const hasApt = () => process.getuid?.() === 0 && quietly(['--version']).status === 0

let isUpdated = false
/** Installs packages of Debian; says aloud why it could not. */
export function aptInstall(...names: string[]): boolean {
  isUpdated ||= quietly(['update']).status === 0
  const { status, stderr } = quietly(['install', '-y', '--no-install-recommends', ...names])
  if (status !== 0) console.log(`apt-get could not install ${names.join(' ')}:\n${stderr}`)
  return status === 0
}
