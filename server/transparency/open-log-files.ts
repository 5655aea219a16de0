import type { Config } from '../config.ts'
import { bucketFiles } from './bucket-files.ts'
import { folderFiles, logFolder } from './folder.ts'
import type { LogFiles } from './log-files.ts'

/** So that all readers of a process share one cache of the bucket. */
const filesOfBucket = new WeakMap<NonNullable<Config['bucket']>, LogFiles>()

/** The published log: in the bucket, where all machines read it, or else in the folder of this machine. */
export function logFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): LogFiles {
  if (!bucket) return folderFiles(logFolder({ dataDir }))
  const files = filesOfBucket.get(bucket) ?? bucketFiles(bucket)
  filesOfBucket.set(bucket, files)
  return files
}
