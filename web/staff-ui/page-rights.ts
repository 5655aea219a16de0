import type { Right } from '#contract/staff/rights.ts'

/** The right that each page needs, by address. A page that is not listed needs none, or checks it itself. */
const PAGE_RIGHTS: readonly (readonly [RegExp, Right])[] = [
  [/^\/staff\/jobs\/\d+\/messages$/, 'messages.read'],
  [/^\/staff\/jobs\/\d+\/selection-rule$/, 'jobs.read'],
  [/^\/staff\/jobs\/\d+\/shares$/, 'applications.read'],
  [/^\/staff\/jobs\/\d+\/(?:exports|published-list)$/, 'applications.export'],
  [/^\/staff\/(?:jobs\/\d+\/)?reports$/, 'reports.read'],
  [/^\/staff\/last-hour$/, 'reports.read'],
  [/^\/staff\/decisions(?:\/\d+)?$/, 'applications.read'],
  [/^\/staff\/reference-data$/, 'reference-data.manage'],
  [/^\/staff\/support(?:\/|$)/, 'support.help'],
  [/^\/staff\/corrections$/, 'corrections.decide'],
  [/^\/staff\/retention$/, 'retention.read'],
  [/^\/staff\/people$/, 'people.read'],
  [/^\/staff\/audit-log$/, 'log.read'],
]

/** The right that an officer needs for the page at this address; undefined if none. */
export function pageRight(pathname: string): Right | undefined {
  // The router, too, takes an address in capitals or with slashes at its end.
  const path = pathname.replace(/\/+$/, '').toLowerCase()
  return PAGE_RIGHTS.find(([address]) => address.test(path))?.[1]
}
