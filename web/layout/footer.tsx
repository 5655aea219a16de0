import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import type { Organisation } from '#contract/site/endpoints.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { PAGE_COST_ID } from '../starter/program.ts'
import { NewsletterBox } from './newsletter-box.tsx'
import { SocialLinks } from './social-links.tsx'

const STATUS = [t`How the portal is`, paths.status] as const
const PRIVACY = [t`Privacy`, paths.privacy] as const
const TERMS = [t`Terms`, paths.terms] as const
const CONTACT = [t`Contact`, paths.contact] as const

const LINKS = [
  [t`Jobs`, paths.jobs],
  [t`About`, paths.about],
  [t`Services`, paths.services],
  [t`Resources`, paths.resources],
  [t`Check a receipt`, paths.verify],
  [t`The public log`, paths.transparency],
  [t`Selections`, paths.selections],
  STATUS,
  CONTACT,
  [t`Complaints`, paths.complaints],
] as const

const TapLinks = ({ links }: { links: (readonly [string, string])[] }) =>
  links.map(([name, to]) => (
    <Link className="tap" key={to} to={to}>
      {name}
    </Link>
  ))

type Props = { organisation: Organisation }

const TalkToUs = ({ organisation: { address, hours, phone, email } }: Props) => (
  <div>
    <h2>
      <Trans>Talk to us</Trans>
    </h2>
    <p>
      {/* A postal code such as `45371-00100` must not break at its hyphen. */}
      {address.split(/(\d+-\d+)/).map((part, index) =>
        // `split` by a pattern with a group puts the matches at the odd positions of its result.
        index % 2 ? (
          <span className="nowrap" key={part}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
      <br />
      {translate(hours)}
    </p>
    <p>
      <Trans>
        <a className="tap" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </a>{' '}
        <span className="quiet">or</span>{' '}
        <a className="tap" href={`mailto:${email}`}>
          {email}
        </a>
      </Trans>
    </p>
  </div>
)

/**
 * Says what the page cost in data (N8). The starter, a small script that runs before React, writes and shows
 * it. React leaves it alone. A page that the router opens gets a new, hidden line: most of its files come
 * through the service worker.
 */
const PageCost = () => (
  <Link
    className="tap"
    hidden
    id={PAGE_COST_ID}
    key={useLocation().pathname}
    suppressHydrationWarning
    to={paths.dataCost}
  >
    {''}
  </Link>
)

/** The footer of public pages (S1 §2): contact, links, social media and the newsletter. */
export const Footer = ({ organisation }: Props) => (
  <footer className="foot">
    <div className="wrap">
      <TalkToUs organisation={organisation} />
      <div className="cols">
        <div>
          <h2>
            <Trans>On this site</Trans>
          </h2>
          <ul>
            {LINKS.map(([name, to]) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </div>
        <SocialLinks organisation={organisation} />
      </div>
      <NewsletterBox />
    </div>
    <div className="wrap">
      <div className="end">
        {!organisation.confirmed && (
          <p>
            <Trans>This is a self-hosted installation. Its operator has not yet confirmed who runs it.</Trans>
          </p>
        )}
        <div className="row between">
          <span>© {translate(organisation.name)}</span>
          <span className="row">
            <TapLinks links={[PRIVACY, TERMS]} />
          </span>
        </div>
        <PageCost />
      </div>
    </div>
  </footer>
)

/** The footer of pages for logged-in people (S2 §2). */
export const SlimFooter = () => (
  <footer className="foot slim">
    <div className="wrap">
      <p className="row small">
        <TapLinks links={[PRIVACY, TERMS, CONTACT, STATUS]} />
        <span className="quiet">
          <Trans>Version 1.0.0</Trans>
        </span>
      </p>
    </div>
  </footer>
)
