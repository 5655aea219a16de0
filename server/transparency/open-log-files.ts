import type { Config } from '../config.ts'
import { bucketFiles } from './bucket-files.ts'
import { folderFiles, logFolder } from './folder.ts'
import type { LogFiles } from './log-files.ts'

/** The bucket's files are opened once for each setting, so that all readers of a process share one cache. */
const filesOfBucket = new WeakMap<NonNullable<Config['bucket']>, LogFiles>()

/**
 * The published log: in the bucket, which all machines read, or without a bucket in this machine's folder.
 */
export function logFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): LogFiles {
  if (!bucket) return folderFiles(logFolder({ dataDir }))
  const files = filesOfBucket.get(bucket) ?? bucketFiles(bucket)
  filesOfBucket.set(bucket, files)
  return files
}
