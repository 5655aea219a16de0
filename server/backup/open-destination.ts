import { type Config, ConfigError } from '../config.ts'
import { bucketAt } from '../config-forms.ts'
import { bucketDestination } from './bucket-destination.ts'
import type { Destination } from './destination.ts'
import { folderDestination } from './folder-destination.ts'

/**
 * Opens the folder or bucket that the operator named for backups.
 * @throws ConfigError with one sentence when the address is unusable.
 */
export function openDestination(config: Config, address: string): Destination {
  if (!address.startsWith('s3:')) return folderDestination(address)
  const bucket = bucketAt(address)
  if (!bucket)
    throw new ConfigError(
      `${address} must be s3://bucket/prefix?region=… or s3://bucket/prefix?endpoint=https://….`,
    )
  if (!config.bucketKey.accessKeyId || !config.bucketKey.secretAccessKey)
    throw new ConfigError(
      'The backup is in a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give its key.',
    )
  return bucketDestination({ ...bucket, ...config.bucketKey })
}
