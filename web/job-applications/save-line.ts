import { t } from '@lingui/core/macro'
import { translate } from '../language/translate.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'
import type { ApplicationState } from './application-state.ts'
import { isSaved } from './draft-sync.ts'

type SaveFacts = Pick<
  ApplicationState,
  'is' | 'deviceAt' | 'serverAt' | 'edition' | 'savedEdition' | 'refused' | 'waitingFor'
>

/**
 * Says where and when the draft was saved: "Saved on this device 14:02 / on the server 14:02" (W4). It never
 * promises more than is stored. `isSafe`: nothing needs the person's attention.
 */
export function savedLine(facts: SaveFacts): { words: string; isSafe: boolean } {
  const { is, deviceAt, serverAt, refused, waitingFor } = facts
  const device = deviceAt && hourAndMinute(deviceAt)
  const server = serverAt && isSaved(facts) && hourAndMinute(serverAt)
  // Undefined if this device has stored nothing yet.
  const onDevice = device && t`Saved on this device ${device}`
  if (refused) {
    const reason = translate(refused)
    return { words: `${onDevice ? `${onDevice}. ` : ''}${t`Could not be saved: ${reason}`}`, isSafe: false }
  }
  if (onDevice && server) return { words: `${onDevice} / ${t`on the server ${server}`}`, isSafe: true }
  if (server) return { words: t`Saved on the server ${server}`, isSafe: true }
  if (is === 'unreachable' || waitingFor === 'network')
    return {
      words: onDevice
        ? `${onDevice}. ${t`You seem to be offline; we will try again.`}`
        : t`Not saved yet: you seem to be offline.`,
      isSafe: false,
    }
  if (is === 'conflict' && onDevice)
    return { words: `${onDevice} / ${t`on the server after you choose a version`}`, isSafe: false }
  return onDevice
    ? { words: `${onDevice} / ${t`sending to the server`}`, isSafe: true }
    : { words: t`Not saved yet`, isSafe: false }
}
