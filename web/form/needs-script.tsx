import { Trans } from '@lingui/react/macro'
import { LINE_LINK } from '#contract/line/link.ts'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'

/** The note that a form cannot work without script. `what` is the action, such as 'Creating an account'. */
export const NeedsScript = ({ what }: { what: string }) => (
  <noscript>
    <p className="callout is-amber mb5">
      <Trans>
        {what} needs JavaScript, which is switched off in this browser. Switch JavaScript on and reload the
        page, or email us. Our address is at the foot of this page.
      </Trans>
    </p>
  </noscript>
)

/** For `noscript`: tells people without script about the waiting line. Nothing else on the page does. */
export const LineLink = () => (
  <p className="small mb5">
    {translate(LINE_LINK.words)} <a href={pagePath('/line')}>{translate(LINE_LINK.see)}</a>
  </p>
)
