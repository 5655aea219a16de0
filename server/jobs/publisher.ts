import { underLease } from '../database/leases.ts'
import type { Deps } from '../deps.ts'
import { worker, type Worker } from '../worker.ts'
import { publishDue } from './write.ts'

const EVERY_MS = 1_000

/**
 * About once a second, publishes approved jobs whose publishing time has come. Only one process does it: the
 * one that holds the lease `publishing`.
 */
export const startPublishing = ({ db, now, log, leases }: Deps): Worker =>
  worker(log, {
    failureEvent: 'jobs.not_published',
    everyMs: EVERY_MS,
    pass: underLease(leases, 'publishing', async () => {
      // The statement that queues emails to all subscribers may take up to two minutes.
      const count = await db.patient(120).tx((tx) => publishDue(tx, now()))
      if (count > 0) log('info', 'jobs.published', { count })
    }),
  })
