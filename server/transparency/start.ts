import type { Deps } from '../deps.ts'
import type { Worker } from '../worker.ts'
import { startCheckpointWriter } from './checkpoint-writer.ts'
import { startCollectingCosignatures } from './collect-cosignatures.ts'

/**
 * Starts the work on the public log: writing checkpoints, and asking the witnesses that the settings name.
 */
export const startPublicLog = (
  deps: Pick<Deps, 'db' | 'config' | 'receiptKey' | 'now' | 'log' | 'leases'>,
): Worker[] => [
  startCheckpointWriter(deps),
  ...(deps.config.witnesses.length > 0 ? [startCollectingCosignatures(deps)] : []),
]
