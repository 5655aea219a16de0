import { hourAndMinute } from '../ui/hour-and-minute.ts'
import type { ApplicationState } from './application-state.ts'
import { isSaved } from './draft-sync.ts'

type SaveFacts = Pick<
  ApplicationState,
  'is' | 'deviceAt' | 'serverAt' | 'edition' | 'savedEdition' | 'refused' | 'waitingFor'
>

/** W4: "Saved on this device 14:02 / on the server 14:02". It never claims more than is true. */
export function savedLine(facts: SaveFacts): { words: string; isSafe: boolean } {
  const { is, deviceAt, serverAt, refused, waitingFor } = facts
  const device = deviceAt && `on this device ${hourAndMinute(deviceAt)}`
  const server = serverAt && isSaved(facts) && `on the server ${hourAndMinute(serverAt)}`
  if (refused)
    return { words: `${device ? `Saved ${device}. ` : ''}Could not be saved: ${refused}`, isSafe: false }
  if (device && server) return { words: `Saved ${device} / ${server}`, isSafe: true }
  if (server) return { words: `Saved ${server}`, isSafe: true }
  if (is === 'away' || waitingFor === 'network')
    return {
      words: device
        ? `Saved ${device}. You seem to be offline; we will try again.`
        : 'Not saved yet: you seem to be offline.',
      isSafe: false,
    }
  if (is === 'conflict' && device)
    return { words: `Saved ${device} / on the server after you choose a version`, isSafe: false }
  return device
    ? { words: `Saved ${device} / sending to the server`, isSafe: true }
    : { words: 'Not saved yet', isSafe: false }
}
