import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Portal } from './portal.ts'
import { run } from './program.ts'

/** One pgbench script, its share of all runs, and the values of its variables. */
export type Script = { script: string; weight: number; values: Record<string, string> }

/**
 * How many statements a second pgbench runs on the portal's database. No program can be faster. The
 * statements are prepared, as in the portal.
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
    // Options of pgbench: no vacuum, prepared statements, and all clients in one thread.
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
