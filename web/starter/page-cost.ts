import { t } from '@lingui/core/macro'
import { BYTES_PER_KB } from '#contract/data-cost.ts'
import { PAGE_COST_ID } from './program.ts'

/**
 * Says in the footer how much data this page cost since it loaded. The browser counts what it received: each
 * body as it was sent, and 300 bytes for each header. What came from its cache is free. It does not count
 * what it sent, encryption, and the script of the service worker. The line stays hidden where the browser
 * counts nothing. It also stays hidden where the service worker answered: there browsers report wrong sizes.
 * The router replaces the line with a hidden one when it opens another page.
 */
export function showPageCost() {
  const line = document.getElementById(PAGE_COST_ID)
  if (!line) return
  let bytes = 0
  const add = (entries: PerformanceEntryList) => {
    // If a service worker has answered, the sum is NaN, and the line stays hidden.
    for (const { transferSize, workerStart } of entries as PerformanceResourceTiming[])
      bytes += workerStart ? Number.NaN : transferSize
    line.hidden = !(bytes > 0)
    const kilobytes = Math.ceil(bytes / BYTES_PER_KB)
    line.textContent = t`This page cost ${kilobytes} KB`
  }
  addEventListener('load', () => {
    add(performance.getEntriesByType('navigation'))
    new PerformanceObserver((list) => add(list.getEntries())).observe({ type: 'resource', buffered: true })
  })
}
