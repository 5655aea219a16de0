import { Trans } from '@lingui/react/macro'

/** Says that a list did not load, with a button to try again. */
export const ListFailed = ({ reload }: { reload: () => void }) => (
  <p className="callout is-red" role="alert">
    <Trans>
      The list could not be loaded.{' '}
      <button className="link" type="button" onClick={reload}>
        Try again
      </button>
    </Trans>
  </p>
)
