import { t } from '@lingui/core/macro'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { isReload, readAddress } from './address.ts'
import { fetchCase } from './case-cache.ts'
import { Review } from './review.tsx'
import type { Route } from './+types/applications-page'
import './review.css'
import './document.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Applications`, index: false })

/** The id of the open application, from the address. */
const openIdIn = ({ searchParams }: URL) => readAddress(searchParams).openId

/** The page does not wait for the open application: its row has facts that are shown at once. */
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => {
  const openId = openIdIn(new URL(request.url))
  return {
    openId,
    application: openId === undefined ? undefined : loaded(fetchCase(Number(params.id), openId)),
  }
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  isReload({ currentUrl, nextUrl }) || openIdIn(currentUrl) !== openIdIn(nextUrl)

/** The applications of one job: the table, and beside it the open application. */
export default function ApplicationsPage({ params, matches, loaderData }: Route.ComponentProps) {
  const officer = useMe()
  // The order of the matched routes is root, frame, shell, layout of the job, overview, rows, then this page.
  const [, , , , { loaderData: overview }, { loaderData: rows }] = matches
  return (
    <Review
      key={params.id}
      jobId={Number(params.id)}
      officer={officer}
      loaded={{ ...overview, ...rows, opened: loaderData }}
    />
  )
}
