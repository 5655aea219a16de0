import { Trans } from '@lingui/react/macro'
import type { Organisation } from '#contract/site/endpoints.ts'

/** The organisation's accounts elsewhere, and the feed of new jobs. */
export function SocialLinks({ organisation }: { organisation: Organisation }) {
  const accounts = [
    ['Facebook', organisation.facebook],
    ['X', organisation.x],
    ['YouTube', organisation.youtube],
  ].filter(([, address]) => address)
  return (
    <div>
      <h2>
        <Trans>Follow</Trans>
      </h2>
      <ul>
        {accounts.map(([name, address]) => (
          <li key={name}>
            <a href={address} rel="noopener external">
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href="/jobs/feed.atom">
            <Trans>Atom feed</Trans>
          </a>
        </li>
      </ul>
    </div>
  )
}
