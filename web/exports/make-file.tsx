import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import {
  EXPORT_FORMATS,
  EXPORT_WORDS,
  type ExportColumn,
  type ExportFormat,
  FORMAT_WORDS,
  identifiesPeople,
} from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { EXPORTS } from '#contract/exports/limits.ts'
import { address, call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { RadioGroup } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { countedApplications } from '../staff-ui/applications.ts'
import type { Filter } from '../review/address.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { ColumnChoice } from './column-choice.tsx'
import { DownloadLine } from './download-line.tsx'
import { useDownload } from './use-download.ts'

type Props = {
  exports: Reply<'GET /api/staff/jobs/{id}/exports/'>
  filter: Filter
  columns: ExportColumn[]
  format: ExportFormat
  onChoice: (choice: { columns?: ExportColumn[]; format?: ExportFormat }) => void
  onRequest: (request: ExportRequest) => void
  /** Called if another number of applications matches by now. The page must load the number again. */
  onConflict: () => void
  /** True if the officer can act on a request, so that the button of this form is less prominent. */
  isSecondary: boolean
}

/**
 * Downloads the file at once, or requests it if it identifies people. A request names the number of
 * applications that the officer saw (`expected`). If another number matches by then, the server refuses.
 */
function useFileForm({ exports: { job, count }, filter, columns, format, onRequest, onConflict }: Props) {
  const sending = useSending((error) => {
    if (isCallFailed(error) && error.body.code === 'conflict') onConflict()
    return formErrors(error, ['columns', 'format', 'reason'])
  })
  const [reason, setReason] = useState('')
  const { download, start } = useDownload()
  const withIdentities = columns.some(identifiesPeople)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.clear()
    if (count === 0) return sending.show([{ sentence: EXPORT_WORDS.nothing }])
    if (columns.length === 0) return sending.show([{ field: 'columns', sentence: EXPORT_WORDS.columns }])
    if (!withIdentities) {
      const query = { ...filter, columns: columns.join(','), format }
      return start(address('GET /api/staff/jobs/{id}/exports/file/', { params: { id: job.id }, query }))
    }
    void sending.send(async () => {
      const body = { filter, columns, format, reason, expected: count }
      onRequest(await call('POST /api/staff/jobs/{id}/exports/', { params: { id: job.id }, body }))
      setReason('')
    })
  }
  return { sending, reason, setReason, download, withIdentities, submit }
}

type ButtonProps = { fileForm: ReturnType<typeof useFileForm>; count: number; isSecondary: boolean }

const SubmitButton = ({ fileForm, count, isSecondary }: ButtonProps) => (
  <p className="btn-row mt4">
    <button
      className={isSecondary ? 'btn btn-2' : 'btn'}
      type="submit"
      aria-disabled={fileForm.sending.busy || fileForm.download.state === 'running'}
    >
      {fileForm.withIdentities
        ? t`Ask for ${countedApplications(count)}`
        : t`Download ${countedApplications(count)}`}
    </button>
  </p>
)

/**
 * The form for columns and format. Only a file that identifies people must be requested before the download.
 */
export function MakeFile(props: Props) {
  const { exports, columns, format, onChoice, isSecondary } = props
  const me = useMe()
  const fileForm = useFileForm(props)
  const { errors, round, errorAt } = fileForm.sending
  return (
    <form className="st-edit exports-form" onSubmit={fileForm.submit} noValidate aria-label={t`The file`}>
      <div>
        <ErrorSummary errors={errors} round={round} />
        <ColumnChoice
          chosen={columns}
          mayIdentify={me.rights.includes('identities.export')}
          error={errorAt('columns')}
          onColumns={(chosen) => onChoice({ columns: chosen })}
        />
        <RadioGroup
          id="format"
          label={t`Format`}
          hint={FORMAT_WORDS[format].hint}
          options={EXPORT_FORMATS.map((entry) => [entry, FORMAT_WORDS[entry].name] as const)}
          value={format}
          error={errorAt('format')}
          onValue={(chosen) => onChoice({ format: choiceFrom(EXPORT_FORMATS, chosen) ?? format })}
        />
        {fileForm.withIdentities && (
          <TextField
            id="reason"
            label={t`Why`}
            hint={t`The second person reads your reason before they approve. The log keeps it.`}
            maxLength={EXPORTS.maxReason}
            autoComplete="off"
            value={fileForm.reason}
            onValue={fileForm.setReason}
            error={errorAt('reason')}
          />
        )}
        <SubmitButton fileForm={fileForm} count={exports.count} isSecondary={isSecondary} />
        {fileForm.withIdentities ? (
          <p className="small quiet mt2">
            <Trans>
              The file will have the applications that match now. After another officer approves it, only you
              can download it, for 24 hours. Each download is logged.
            </Trans>
          </p>
        ) : (
          <DownloadLine download={fileForm.download} />
        )}
      </div>
    </form>
  )
}
