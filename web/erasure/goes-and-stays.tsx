import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { StayingApplication, NamedApplication } from '#contract/erasure/endpoints.ts'
import { CONTENT_LANGUAGE, IS_KISWAHILI, translate } from '../language/translate.ts'

/**
 * An application by its job's title and its reference number. A title without Kiswahili is marked as English.
 */
const nameOf = ({ job, job_sw: titleInKiswahili, reference }: NamedApplication) => (
  <>
    <b className="any" lang={titleInKiswahili === null ? CONTENT_LANGUAGE : undefined}>
      {IS_KISWAHILI && titleInKiswahili !== null ? titleInKiswahili : job}
    </b>
    {reference !== null && <span className="nowrap"> {reference}</span>}
  </>
)

function Applications({
  title,
  children,
  list,
}: {
  title: ReactNode
  children: ReactNode
  list: NamedApplication[]
}) {
  if (list.length === 0) return null
  return (
    <>
      <h3 className="mt4">{title}</h3>
      <p>{children}</p>
      <ul className="mt2">
        {list.map((application) => (
          <li key={application.id}>{nameOf(application)}</li>
        ))}
      </ul>
    </>
  )
}

const REASONS: Record<StayingApplication['why'], string> = {
  decided: t`A decision about it was made. You may object to it, and a court may ask for it.`,
  selection: t`It is on the fixed list of a selection. Anyone may check that no one was taken off it.`,
  held: t`Officers must keep everything about this recruitment, for a court or an audit.`,
}

/** An application that a deletion of the account keeps: why, and until when. `until` is null if unknown. */
function StayingItem({ application }: { application: StayingApplication }) {
  const { why, until, withdrawn: isWithdrawnNow } = application
  const end = until === null ? undefined : translate(plainDate(new Date(until)))
  return (
    <li>
      <p>{nameOf(application)}</p>
      <p>
        {REASONS[why]} {isWithdrawnNow && t`It is withdrawn now, so you cannot be chosen.`}
      </p>
      <p className="quiet">
        {end === undefined ? (
          <Trans>We keep it until the recruitment has ended and the time for claims is over.</Trans>
        ) : (
          <Trans>
            We keep it until <span className="nowrap">{end}</span>.
          </Trans>
        )}
      </p>
    </li>
  )
}

type Preview = Reply<'GET /api/erasure/'>

function WhatGoesNow({ preview }: { preview: Preview }) {
  const { drafts, withdrawn: withdrawnNow, earlier: withdrawnBefore, newsletter } = preview
  return (
    <section className="prose" aria-labelledby="goes-now">
      <h2 id="goes-now">
        <Trans>What goes now</Trans>
      </h2>
      <ul className="mt2">
        <li>
          <Trans>Your profile: names, ID number, birth date, contacts, home, and the rest of it.</Trans>
        </li>
        <li>
          <Trans>Your password, security question, passkeys, and all logins.</Trans>
        </li>
        <li>
          <Trans>The networks that we remembered, and the list of wrong passwords.</Trans>
        </li>
        <li>
          <Trans>Your notifications, and your requests for corrections with their documents.</Trans>
        </li>
        {newsletter && (
          <li>
            <Trans>Your address for emails about new jobs.</Trans>
          </li>
        )}
      </ul>
      <Applications title={<Trans>Applications that you did not send</Trans>} list={drafts}>
        <Trans>We delete them, with their files and with earlier copies of your answers.</Trans>
      </Applications>
      <Applications title={<Trans>Applications that are withdrawn now</Trans>} list={withdrawnNow}>
        <Trans>
          They are not decided yet. You cannot be chosen for these jobs any more. Their content and their
          files go.
        </Trans>
      </Applications>
      <Applications title={<Trans>Applications that you withdrew before</Trans>} list={withdrawnBefore}>
        <Trans>Their content and their files go.</Trans>
      </Applications>
      <p className="mt4">
        <Trans>
          Files are gone within two hours. Encrypted backups hold all of this until the last of them is
          replaced.
        </Trans>
      </p>
    </section>
  )
}

const WhatStays = ({ kept: stored }: Pick<Preview, 'kept'>) => (
  <section className="prose mt6" aria-labelledby="stays">
    <h2 id="stays">
      <Trans>What stays</Trans>
    </h2>
    {stored.length > 0 && (
      <>
        <p className="mt2">
          <Trans>
            These applications stay as you sent them, with their files. Officers see a number instead of your
            name. At the end of its time, each goes by itself.
          </Trans>
        </p>
        <ul className="mt2">
          {stored.map((application) => (
            <StayingItem key={application.id} application={application} />
          ))}
        </ul>
      </>
    )}
    <p className="mt4">
      <Trans>
        The public log keeps a fingerprint of each application that you sent, and that it was erased. It has
        no name, and no one can find you by it without your receipt.
      </Trans>
    </p>
    <p className="mt2">
      <Trans>
        A published line of a selection stays: it has points, rank and place, and no name. What officers did
        stays too, with a number instead of you.
      </Trans>
    </p>
  </section>
)

/** What a deletion of the account removes now, what stays until when and why, and what no one can delete. */
export const GoesAndStays = ({ preview }: { preview: Preview }) => (
  <>
    <WhatGoesNow preview={preview} />
    <WhatStays kept={preview.kept} />
  </>
)
