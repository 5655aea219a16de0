import { Trans } from '@lingui/react/macro'
import type { Application, Receipt } from '#contract/job-applications/endpoints.ts'
import { saveReceipt } from '../receipt/save-receipt.ts'
import { Icon } from '../ui/icon.tsx'
import { dateAndTime } from './application-progress.tsx'

/** The earlier versions of a corrected application, each with its receipt. Only the latest counts (W15). */
export const EarlierVersions = ({
  application: { earlier_receipts: receipts },
}: {
  application: Application
}) =>
  receipts ? (
    <section className="band">
      <h2>
        <Trans>Earlier versions</Trans>
      </h2>
      <p className="small quiet mb4">
        <Trans>You corrected this application. Only the newest version counts.</Trans>
      </p>
      <ul>
        {receipts.map((receipt) => (
          <Version key={receipt.digest + receipt.salt} receipt={receipt} />
        ))}
      </ul>
    </section>
  ) : null

function Version({ receipt }: { receipt: Receipt }) {
  // The receipt of a first version has no version number.
  const { version = '1', submitted_at } = receipt
  const moment = dateAndTime(submitted_at)
  return (
    <li className="record">
      <h3 className="heading-small">
        <Trans>Version {version}</Trans>
      </h3>
      <p className="small">
        <Trans>Sent {moment}</Trans>
      </p>
      <p>
        <button className="link" type="button" onClick={() => saveReceipt(receipt)}>
          <Icon name="save" size="icon-small" />{' '}
          <Trans>
            Save this receipt<span className="sr-only">: version {version}</span>
          </Trans>
        </button>
      </p>
    </li>
  )
}
