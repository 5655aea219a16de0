import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, Suspense, useState } from 'react'
import { data, isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { daysLeft, plainDate } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { callContext, isCallFailed } from '../call.ts'
import { useHydrated } from '../form/use-hydrated.ts'
import { serverHtml } from '../html.ts'
import { pagePath } from '../language/paths.ts'
import {
  CONTENT_LANGUAGE,
  markedHtml,
  READERS_LANGUAGE,
  textLanguage,
  translate,
} from '../language/translate.ts'
import { NotFound } from '../layout/public-layout.tsx'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { BACK_LINK_ID, lastSeenList } from '../starter/seen-list.ts'
import { documentsHtml } from '../ui/documents-html.ts'
import { JobFacts, JobText } from '../ui/job-parts.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import type { Route } from './+types/job-page'
import { ApplyButton, type ApplyState, useApply } from './apply-button.tsx'
import { DaysLeft, Deadline } from './deadline.tsx'
import { createPosting, storedPosting, withPosting } from './posting.ts'
import { changesOf, extensionRuleHtml } from './rule.server.ts'
import { findSelectionRule, selectionHtml } from './selection.server.ts'
import { Share } from './share.tsx'
import { useNow } from '../form/use-now.ts'
import { whereHtml } from './where.server.ts'

// The clock of the page renders it again with every tick. Without memo, each tick would insert the text of
// the job and its map again.
const MemoisedJobText = memo(JobText)

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  try {
    const [job, site, selectionRule] = await Promise.all([
      call('GET /api/jobs/{id}/', { params: { id: params.id }, query: { language: READERS_LANGUAGE } }),
      call('GET /api/site/'),
      findSelectionRule(call, params.id),
    ])
    // Fields whose name starts with an underscore are left out: the page needs only the HTML that is made
    // from them.
    const {
      description,
      qualification,
      preview,
      extension_rule: _rule,
      extended: _extended,
      wanted_documents: _wanted,
      counties: _counties,
      ...shownFields
    } = job
    const posting = createPosting(job, site.organisation, site.public_url)
    const url = `${site.public_url}${pagePath(paths.job(job.id))}`
    const pageData = {
      // `changes` is false if there are none, so that the page shows no empty list.
      job: { ...shownFields, changes: job.changes.length > 0 && changesOf(job) },
      description: markedHtml(description, job, 'description'),
      qualification:
        markedHtml(qualification, job, 'qualification') +
        documentsHtml(job) +
        selectionHtml(selectionRule, job) +
        whereHtml(job) +
        extensionRuleHtml(job),
      preview,
      hasPosting: posting !== undefined,
      now: site.server_time,
      acronym: site.organisation.acronym,
      organisation: site.organisation.name,
      url,
      /** The address of the job as it is printed. */
      printed: url.replace(/^https?:\/\//, ''),
    }
    return withPosting(pageData, posting)
  } catch (error) {
    if (isCallFailed(error) && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta(matches, {
        title: loaderData.job.title,
        description: `${loaderData.job.location}. ${loaderData.preview}`,
        path: paths.job(loaderData.job.id),
      })
    : pageMeta(matches, { title: t`Page Not Found`, index: false })

type Data = Route.ComponentProps['loaderData']

// Search engines read the page that the server sent, so only that page needs this script. On a page opened by
// a click, React would create the script itself, and the content security policy blocks that.
function PostingForSearchEngines({ data: pageData }: { data: Data }) {
  // `isHydrated` is false only in the first render of a page that the server made.
  const isHydrated = useHydrated()
  const [isFromServer] = useState(!isHydrated)
  return isFromServer && pageData.hasPosting ? (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={serverHtml(storedPosting(pageData))}
    />
  ) : null
}

function BackLink() {
  const isHydrated = useHydrated()
  // The server cannot know from which list the person came. So the first render links to all jobs, as the
  // server's page does.
  const [path, label] = (isHydrated ? lastSeenList() : undefined) ?? [paths.jobs, t`All jobs`]
  return (
    <Link className="tap" id={BACK_LINK_ID} to={path}>
      {label}
    </Link>
  )
}

type Job = Data['job']

const Letterhead = ({ organisation, printed }: { organisation: string; printed: string }) => (
  <p className="paper-only letterhead">
    <b>{translate(organisation)}</b>
    <br />
    <Trans>Read and apply at {printed}</Trans>
  </p>
)

function JobHead({ job }: { job: Job }) {
  const day = translate(plainDate(new Date(job.created_at)))
  return (
    <header className="job-head">
      <p className="folio">
        <span className="ref">{job.reference}</span>
        <span>
          <Trans>Posted {day}</Trans>
        </span>
      </p>
      <h1 lang={textLanguage(job, 'title')}>
        <JobTitle title={job.title} />
      </h1>
      <p className="card-place mt2">
        <Icon name="place" />
        <span lang={CONTENT_LANGUAGE}>
          <WholeWords text={job.location} />
        </span>
      </p>
      {job.changes && (
        <ul className="small mt2 any">
          {job.changes.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </header>
  )
}

/** The apply button, the note for browsers without JavaScript, and the error of a failed start. */
const ApplySection = ({ applying, isExpired }: { applying: ApplyState; isExpired: boolean }) => (
  <>
    {!isExpired && (
      <div className="wide-block mt4 no-print needs-js">
        <ApplyButton applying={applying} wide />
        <p className="tiny quiet mt2">
          <Trans>Free. You can stop and come back.</Trans>
        </p>
      </div>
    )}
    <noscript>
      <p className="callout mt4">
        <Trans>
          To apply you need a browser with JavaScript switched on, or any newer phone. You can read every job
          without it.
        </Trans>
      </p>
    </noscript>
    <div role="alert">{applying.error && <p className="err mt3">{translate(applying.error)}</p>}</div>
  </>
)

/** The public page of one job: its text, its deadline, and the button to apply. */
export default function JobPage({ loaderData }: Route.ComponentProps) {
  const { job, description, qualification, now: loadedAt, acronym, organisation, url, printed } = loaderData
  // Continues from the server's time, so that an open page notices when the deadline passes.
  const now = useNow(loadedAt)
  const remainingDays = daysLeft(job.expiry_date, now)
  const isExpired = remainingDays !== undefined && remainingDays < 0
  const applying = useApply({ job, isExpired })
  return (
    <div className="wrap page">
      <PostingForSearchEngines data={loaderData} />
      <Letterhead organisation={organisation} printed={printed} />
      <p className="crumb no-print">
        <BackLink />
      </p>
      <div className="job">
        <JobHead job={job} />
        <aside className="job-stub receipt-box" aria-label={t`Deadline and terms`}>
          <div className="receipt-part">
            <Deadline expiryDate={job.expiry_date} now={now} acronym={acronym} />
          </div>
          <div className="receipt-perforation" />
          <div className="receipt-part">
            <JobFacts job={job} />
            <ApplySection applying={applying} isExpired={isExpired} />
            <Share title={job.title} url={url} />
          </div>
        </aside>
        <MemoisedJobText description={description} qualification={qualification} />
      </div>
      {!isExpired && (
        <div className="apply mob no-print needs-js">
          <DaysLeft expiryDate={job.expiry_date} remainingDays={remainingDays} />
          <ApplyButton applying={applying} />
        </div>
      )}
    </div>
  )
}

export function HydrateFallback() {
  return (
    <div className="wrap page ghost" role="status">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <i />
      <i />
      <i />
    </div>
  )
}

/** The page for a job that cannot be loaded: a sentence and a link back to the list (S1 §2). */
export function ErrorBoundary() {
  const error = useRouteError()
  const back = (
    <Link className="btn" to={paths.jobs}>
      {translate(JOB_WORDS.back)}
    </Link>
  )
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Suspense fallback={null}>
        <NotFound message={JOB_WORDS.loadFailed} back={back} />
      </Suspense>
    )
  return (
    <div className="wrap page">
      <div className="empty" role="alert">
        <h1>{translate(JOB_WORDS.loadFailed)}</h1>
        <p className="btn-row mt4">{back}</p>
      </div>
    </div>
  )
}
