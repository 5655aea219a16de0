import { hourAndMinute } from '../ui/hour-and-minute.ts'
import type { Snapshot } from './keeper.ts'

type Kept = Pick<Snapshot, 'deviceAt' | 'serverAt' | 'onServer' | 'away' | 'refused' | 'conflict'>

/** W4: "Saved on this device 14:02 / on the server 14:02", and never more than is so. */
export function savedLine({ deviceAt, serverAt, onServer, away, refused, conflict }: Kept): { words: string; safe: boolean } {
  const device = deviceAt && `on this device ${hourAndMinute(deviceAt)}`
  const server = serverAt && onServer && `on the server ${hourAndMinute(serverAt)}`
  if (refused) return { words: `${device ? `Saved ${device}. ` : ''}The server did not take it: ${refused}`, safe: false }
  if (device && server) return { words: `Saved ${device} / ${server}`, safe: true }
  if (server) return { words: `Saved ${server}`, safe: true }
  if (away) return { words: device ? `Saved ${device}. The server is not in reach; we try again.` : 'Not saved yet: the server is not in reach.', safe: false }
  if (conflict && device) return { words: `Saved ${device} / on the server when you have chosen`, safe: false }
  return device ? { words: `Saved ${device} / on its way to the server`, safe: true } : { words: 'Not saved yet', safe: false }
}
