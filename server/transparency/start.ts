import type { Deps } from '../deps.ts'
import type { Worker } from '../worker.ts'
import { startCheckpointWriter } from './checkpoint-writer.ts'
import { startCollectingCosignatures } from './collect-cosignatures.ts'

/** Starts the work of the public log: it writes checkpoints, and asks witnesses if the settings name any. */
export const startPublicLog = (
  deps: Pick<Deps, 'db' | 'config' | 'receiptKey' | 'now' | 'log' | 'leases'>,
): Worker[] => [
  startCheckpointWriter(deps),
  ...(deps.config.witnesses.length > 0 ? [startCollectingCosignatures(deps)] : []),
]
