import { type Config, ConfigError } from '../config.ts'
import { BACKUP_ADDRESS_RULE, bucketAt, isBackupAddress } from '../config-forms.ts'
import { bucketDestination } from './bucket-destination.ts'
import type { Destination } from './destination.ts'
import { folderDestination } from './folder-destination.ts'

/**
 * Opens the folder or bucket that the operator named for backups.
 * @throws ConfigError with one sentence when the address is unusable.
 */
export function openDestination(config: Config, address: string): Destination {
  if (!isBackupAddress(address)) throw new ConfigError(`${address} ${BACKUP_ADDRESS_RULE}.`)
  const bucket = bucketAt(address)
  if (!bucket) return folderDestination(address)
  if (!config.bucketKey.accessKeyId || !config.bucketKey.secretAccessKey)
    throw new ConfigError(
      'The backup is in a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give its key.',
    )
  return bucketDestination({ ...bucket, ...config.bucketKey })
}
