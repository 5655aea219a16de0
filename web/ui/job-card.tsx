import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { clockTime, daysLeft, daysLeftUnit, isExpired, shortMoment, stampDate } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { CONTENT_LANGUAGE, textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from './icon.tsx'
import { JobTitle, WholeWords } from './job-title.tsx'
import { Stamp } from './stamp.tsx'
import { type JobCardData, formatNumber } from './card.ts'
import { leftToday } from './left-today.ts'

const PostCount = ({ posts }: { posts: number | null }) =>
  posts === null ? (
    <span />
  ) : (
    <span className="posts">
      <b>{formatNumber(posts)}</b>
      {plural(posts, { one: 'post', other: 'posts' })}
    </span>
  )

// The part of the job card with the days until the deadline. The words say the same as the colour, which
// grows more urgent. `remainingDays` is undefined without a deadline, and negative after it.
function DeadlineStub({ card, now }: { card: JobCardData; now: Date }) {
  const remainingDays = daysLeft(card.deadline, now)
  if (remainingDays === undefined) {
    return (
      <p className="stub">
        <span className="fig word">{t({ message: 'Open', context: 'job' })}</span>
        <span>{translate(shortMoment(card.deadline))}</span>
        <PostCount posts={card.posts} />
      </p>
    )
  }
  if (remainingDays < 0) {
    return (
      <p className="stub">
        <span className="fig word quiet">{t({ message: 'Closed', context: 'job' })}</span>
        <span />
        <PostCount posts={card.posts} />
      </p>
    )
  }
  if (remainingDays === 0) {
    // Without a deadline there is no number of days, so the 0 is only for the type.
    const closingTime = clockTime(new Date(card.deadline ?? 0))
    return (
      <p className="stub today">
        <span className="fig word">
          <Trans>Today</Trans>
        </span>
        <span>
          <b>
            <Trans>closes</Trans>
          </b>
          <b className="nowrap">{translate(closingTime)}</b>
        </span>
        <PostCount posts={card.posts} />
      </p>
    )
  }
  return (
    <p className={remainingDays <= JOBS.soonDays ? 'stub soon' : 'stub'}>
      <span className="fig">{remainingDays}</span>
      <span>
        <b>{translate(daysLeftUnit(remainingDays))}</b>
        <span className="nowrap">{translate(shortMoment(card.deadline))}</span>
      </span>
      <PostCount posts={card.posts} />
    </p>
  )
}

/** A job as a card in a list. A press anywhere on the card opens the job. `issuer`: the name on its stamp. */
export function JobCard({
  card,
  now,
  issuer,
  heading: Heading,
}: {
  card: JobCardData
  now: Date
  issuer: string
  heading: 'h2' | 'h3'
}) {
  const isClosed = isExpired(card.deadline, now)
  const day = translate(stampDate(new Date(card.posted)))
  return (
    <article
      className={isClosed ? 'job-card expired' : 'job-card'}
      // The milliseconds until a deadline within the next day. When they are over, a script marks the card
      // (starter/deadlines.ts).
      data-left={leftToday(card.deadline, now)}
    >
      <div className="card-body">
        <p className="card-head">
          <span className="ref">{card.reference}</span>
          <span>{translate(card.type)}</span>
        </p>
        <Heading lang={textLanguage(card, 'title')}>
          <Link to={paths.job(card.id)}>
            <JobTitle title={card.title} />
          </Link>
        </Heading>
        <p className="card-place">
          <Icon name="place" />
          <span lang={CONTENT_LANGUAGE}>
            <WholeWords text={card.location} />
          </span>
        </p>
        <p className="card-posted">
          <Trans>Posted {day}</Trans>
        </p>
        <p className="card-text" lang={textLanguage(card, 'description')}>
          {card.preview}
        </p>
      </div>
      <DeadlineStub card={card} now={now} />
      {isClosed && card.deadline && (
        <Stamp
          id={`s${card.id}`}
          word={JOB_WORDS.expired}
          date={stampDate(new Date(card.deadline))}
          issuer={issuer}
        />
      )}
    </article>
  )
}
