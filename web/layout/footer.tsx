import { Link } from 'react-router'
import type { Organisation } from '#contract/site/endpoints.ts'
import { paths } from '../paths.ts'
import { NewsletterBox } from './newsletter-box.tsx'

const STATUS = ['How the portal is', paths.status] as const
const PRIVACY = ['Privacy', paths.privacy] as const
const TERMS = ['Terms', paths.terms] as const
const CONTACT = ['Contact', paths.contact] as const

const LINKS = [
  ['Jobs', paths.jobs],
  ['About', paths.about],
  ['Services', paths.services],
  ['Resources', paths.resources],
  ['Check a receipt', paths.verify],
  ['The public log', paths.transparency],
  STATUS,
  CONTACT,
  ['Complaints', paths.complaints],
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
    <h2>Talk to us</h2>
    <p>
      {/* A postal code must not break at its hyphen. */}
      {address.split(/(\d+-\d+)/).map((part, index) =>
        // `split` with a group puts the matches at the odd positions.
        index % 2 ? (
          <span className="nowrap" key={part}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
      <br />
      {hours}
    </p>
    <p>
      <a className="tap" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
        {phone}
      </a>{' '}
      <span className="quiet">or</span>{' '}
      <a className="tap" href={`mailto:${email}`}>
        {email}
      </a>
    </p>
  </div>
)

function SocialLinks({ organisation }: Props) {
  const accounts = [
    ['Facebook', organisation.facebook],
    ['X', organisation.x],
    ['YouTube', organisation.youtube],
  ].filter(([, address]) => address)
  return (
    <div>
      <h2>Follow</h2>
      <ul>
        {accounts.map(([name, address]) => (
          <li key={name}>
            <a href={address} rel="noopener external">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href="/jobs/feed.atom">Atom feed</a>
        </li>
      </ul>
    </div>
  )
}

/** The footer of public pages (S1 §2): contact, links, social media and the newsletter. */
export const Footer = ({ organisation }: Props) => (
  <footer className="foot">
    <div className="wrap">
      <TalkToUs organisation={organisation} />
      <div className="cols">
        <div>
          <h2>On this site</h2>
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
          <p>This is a self-hosted installation. Its operator has not yet confirmed who runs it.</p>
        )}
        <div className="row between">
          <span>© {organisation.name}</span>
          <span className="row">
            <TapLinks links={[PRIVACY, TERMS]} />
          </span>
        </div>
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
        <span className="quiet">Version 1.0.0</span>
      </p>
    </div>
  </footer>
)
