import { type Config, ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import { findFingerprints, type Fingerprint, insertFingerprints, replaceFingerprints } from './store.ts'

// Several machines with one database must have the same keys and addresses. At start, each machine compares
// fingerprints of its settings with those that the database stores.

/**
 * What the operator reads when a setting differs between machines. Each text is followed by `than the other
 * machines`. The settings are compared in this order.
 */
const SETTINGS = {
  // The secret key is compared first. It makes the fingerprints, so with another key all of them differ.
  secret_key: 'SECRET_KEY_FILE (or secret.key in DATA_DIR) holds another key',
  receipt_key: 'RECEIPT_KEY_FILE (or receipts.key in DATA_DIR) holds another key',
  public_url: 'PUBLIC_URL is another address',
  storage: 'STORAGE_URL names another place for files',
  mail: 'SMTP_URL or MAIL_FROM names another mail server or sender',
} as const
type Setting = keyof typeof SETTINGS

type InstallationDeps = Pick<Deps, 'config' | 'secrets' | 'receiptKey' | 'db' | 'now'>

/** Where files are stored: the place in a bucket, or `folder` for DATA_DIR, whose path may differ. */
const storageOf = ({ bucket }: Config) =>
  bucket ? `${bucket.endpoint ?? ''} ${bucket.bucket}/${bucket.prefix}` : 'folder'

/**
 * The settings that all machines must share. Each machine may have its own mail server. So of the mail
 * settings, only the sender must be equal, and whether emails are sent or kept in a folder.
 */
const valuesOf = ({ config, receiptKey }: InstallationDeps): Record<Setting, string> => ({
  // The secret key has no value here: every fingerprint already depends on it.
  secret_key: '',
  receipt_key: receiptKey.publicBytes.toString('hex'),
  // An empty text replaces the default address, whose port may differ between machines.
  public_url: config.publicUrlGiven ? config.publicUrl : '',
  storage: storageOf(config),
  mail: config.smtpUrl ? `sent from ${config.mailFrom}` : 'kept',
})

const isSetting = (name: string): name is Setting => name in SETTINGS

function fingerprintsOf(deps: InstallationDeps): Fingerprint[] {
  const values = valuesOf(deps)
  return Object.keys(SETTINGS)
    .filter(isSetting)
    .map((setting) => ({
      setting,
      fingerprint: deps.secrets.hmac('installation', `${setting}\n${values[setting]}`),
    }))
}

/** The first setting that differs from that of the other machines; undefined when all are equal. */
async function findDifference(deps: InstallationDeps, own: Fingerprint[]): Promise<Setting | undefined> {
  const stored = new Map((await findFingerprints(deps.db)).map((row) => [row.setting, row.fingerprint]))
  const differing = own.find(({ setting, fingerprint }) => stored.get(setting)?.equals(fingerprint) === false)
  return differing && isSetting(differing.setting) ? differing.setting : undefined
}

/**
 * Compares this machine's settings with those stored for the installation, and stores settings that have none
 * stored yet. An embedded database serves one machine, so its settings are stored without comparing.
 * @throws ConfigError naming the first setting that differs.
 */
export async function checkInstallation(
  deps: InstallationDeps,
  { embedded }: { embedded: boolean },
): Promise<void> {
  const own = fingerprintsOf(deps)
  if (embedded) {
    await replaceFingerprints(deps.db, own, deps.now())
    return
  }
  await insertFingerprints(deps.db, own, deps.now())
  const difference = await findDifference(deps, own)
  if (difference)
    throw new ConfigError(
      `${SETTINGS[difference]} than the other machines on this database: correct it, or see "installation accept" in docs/operations.md.`,
    )
}

/** Stores this machine's settings as those of the installation. Returns how many changed. */
export const acceptInstallation = (deps: InstallationDeps): Promise<number> =>
  replaceFingerprints(deps.db, fingerprintsOf(deps), deps.now())
