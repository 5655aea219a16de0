import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Portal } from './portal.ts'
import { run } from './program.ts'

/** One pgbench script, how often it runs compared with the others, and the values of its variables. */
export type Script = { script: string; weight: number; values: Record<string, string> }

/**
 * Statements a second that pgbench gets from the portal's database: the limit of any program. They are
 * prepared, as in the portal.
 */
export async function runPgbenchScripts(
  portal: Portal,
  scripts: Script[],
  { connections, seconds }: { connections: number; seconds: number },
) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const args = scripts.flatMap(({ script, weight, values }, index) => {
      const file = join(folder, `${index}.sql`)
      writeFileSync(file, script)
      return [
        '-f',
        `${file}@${weight}`,
        ...Object.entries(values).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ]
    })
    // No vacuum, prepared statements, all clients in one thread.
    const common = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '1',
      '-T',
      String(seconds),
      '-h',
      portal.sockets,
      '-U',
      'app',
    ]
    const output = await run('pgbench', [...common, ...args, 'postgres'])
    return Number(/tps = ([\d.]+) \(without initial/.exec(output)?.[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
