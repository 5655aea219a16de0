import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import { pausedWords } from '../staff-ui/loading.tsx'
import type { Download } from './use-download.ts'

const megabytes = (bytes: number) =>
  t`${(bytes / 1_000_000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`

/** A download's progress and result. `failed`: no file came. `broken`: the file stopped before its end. */
export function DownloadLine({ download }: { download: Download }) {
  // The sentence if exports are paused under load; undefined for any other failure.
  const paused = download.state === 'failed' ? pausedWords(download.error) : undefined
  // The server's sentence about the failure. It may be about the columns or the format of the file.
  const sentence =
    download.state === 'failed' ? formErrors(download.error, ['columns', 'format'])[0]?.sentence : undefined
  return (
    <>
      <p className="small mt2" role="status">
        {download.state === 'running' && (
          <span className="waiting">
            <span className="spin" aria-hidden="true" />
            <span>
              <Trans>
                The file is being written. <span aria-hidden="true">{megabytes(download.bytes)}</span>
              </Trans>
            </span>
          </span>
        )}
        {download.state === 'done' && (
          <b className="text-green">
            <Trans>The file is saved: {megabytes(download.bytes)}.</Trans>
          </b>
        )}
      </p>
      {(download.state === 'failed' || download.state === 'broken') && (
        <p className={paused ? 'callout mt2' : 'callout is-red mt2'} role="alert">
          {paused ?? sentence ?? t`The download stopped, and nothing was saved. Please try again.`}{' '}
          {paused && LAST_HOUR_WORDS.pausedDeed}
        </p>
      )}
    </>
  )
}
