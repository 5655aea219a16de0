import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { alarm } from '../audit-log/endpoints.ts'
import { SHARE_KINDS } from '../shares/endpoints.ts'
import { instant } from '../wire.ts'

// The call of the first page that an officer sees after logging in.

/** The kinds of waiting items, each of which two officers decide. */
const WAITING_KINDS = ['job', 'list', 'message', 'export', 'appointment', 'names', 'corrections'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/**
 * What an item on the start page waits for. `decide`: this officer must decide. `stop`: this officer can
 * still stop it, even if another officer proposed it. All others are the officer's own items. `draft`: not
 * proposed yet. `returned`: must be changed. `download`: a file is ready. `second`: another officer must
 * decide.
 */
const WAITS_FOR = ['decide', 'draft', 'returned', 'stop', 'download', 'second'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

const waitingItem = z.object({
  kind: z.enum(WAITING_KINDS),
  waits: z.enum(WAITS_FOR),
  id: z.number(),
  job: z.nullable(z.object({ id: z.number(), title: z.string() })),
  title: z.string(),
  /** The officer who proposed the item, approved it or returned it; null when no officer is named. */
  by: z.nullable(z.string()),
  at: instant,
  /** When the item's present step must be done; null when it has no time limit. */
  until: z.nullable(instant),
  /** The number of applications, recipients or corrections of the item. */
  size: z.nullable(z.number()),
  /** Why the item was returned. In an item of the kind `job` to decide on: the kind of its change. */
  note: z.string(),
})
export type WaitingItem = z.output<typeof waitingItem>
const waitingItems = z.object({ items: z.array(waitingItem), more: z.boolean() })

const staffStart = endpoint({
  method: 'GET',
  path: '/api/staff/start/',
  summary:
    'Staff: an officer’s work for the day, within their role and areas. It has numbers and titles, and nothing from an application.',
  allowedFor: 'staff',
  right: 'self',
  audit: { entryPer15Minutes: 'start.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({
    jobs: z.object({
      /** True: only jobs for which this officer proposed a change or has a share. False: all jobs. */
      mine: z.boolean(),
      items: z.array(
        z.object({
          id: z.number(),
          reference: z.string(),
          title: z.string(),
          expiry_date: z.nullable(instant),
          is_open: z.boolean(),
          applications: z.number(),
          /** Applications that no officer has opened; null for a role that may not read applications. */
          unread: z.nullable(z.number()),
        }),
      ),
    }),
    /** The items that wait for a decision; null for a role that decides nothing. */
    to_decide: z.nullable(waitingItems),
    own: waitingItems,
    shares: z.array(
      z.object({
        job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
        by: officer,
        at: instant,
        kind: z.enum(SHARE_KINDS),
        counties: z.array(z.string()),
        /** How many applications of this share no one has opened. With `more`, there may be others. */
        unread: z.number(),
        more: z.boolean(),
      }),
    ),
    /**
     * The counties with the most unread applications first; null for a role that may not read applications.
     */
    counties: z.nullable(
      z.array(
        z.object({
          job: z.object({ id: z.number(), title: z.string() }),
          code: z.number(),
          name: z.string(),
          unread: z.number(),
        }),
      ),
    ),
    /**
     * Alarms that no officer has looked into, newest first, and their number; null for a role that may not
     * read the audit log.
     */
    alarms: z.nullable(z.object({ items: z.array(alarm), count: z.number() })),
    /** Emails that could not be delivered; null for a role that may not read reports. */
    failed_emails: z.nullable(z.object({ count: z.number(), last: z.nullable(instant) })),
  }),
})
export type StartPage = z.output<typeof staffStart.reply>

export const startEndpoints = {
  'GET /api/staff/start/': staffStart,
}
