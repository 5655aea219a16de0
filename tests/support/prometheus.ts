import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, hasApt } from '../apt.ts'
import { until } from './jobs.ts'
import { freePort } from './program.ts'

const root = join(import.meta.dirname, '../..')
const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

/** Prometheus, installed where that is possible. */
export const hasPrometheus = (): boolean =>
  hasProgram('prometheus') || (hasApt() && aptInstall('prometheus') && hasProgram('prometheus'))

/** A real Prometheus with the rules of `deploy/`, which asks a portal every second. */
export async function startPrometheus(metricsPort: number) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-prometheus-'))
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: ['${join(root, 'deploy/prometheus/portal-rules.yml')}']
scrape_configs:
  - job_name: portal
    static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]
`,
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
  type Alert = { state: string; labels: { alertname: string } }
  const firing = async (): Promise<string[]> => {
    const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as { data: { alerts: Alert[] } }
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }
  await until(
    'Prometheus is ready',
    () => fetch(`${url}/-/ready`).catch(() => undefined),
    (answer) => answer?.ok === true,
    30_000,
  )
  return {
    firing,
    async stop() {
      child.kill('SIGKILL')
      await new Promise((ended) => child.once('exit', ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
