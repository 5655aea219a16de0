import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import type { CheckedPerson } from '#contract/selection-checks/outcome-endpoints.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { staffPaths } from '../staff-paths.ts'
import { DataTable } from '../staff-ui/data-table.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { ChangeDialog } from './change-dialog.tsx'

type Props = { job: number; rows: CheckedPerson[]; onDone: (words: string) => void }

type DialogProps = { job: number; row: CheckedPerson; onDone: (words: string) => void; onClose: () => void }

/** The dialog that records that the documents of a person are not right, and why. */
function FailedDialog({ job, row, onDone, onClose }: DialogProps) {
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  const { application, reference } = row
  const save = async () => {
    await call('POST /api/staff/jobs/{id}/selection/checks/', {
      params: { id: job },
      body: { application, passed: false, reason },
    })
    onDone(t`Saved: the documents of ${reference} are not right.`)
  }
  return (
    <FormDialog
      title={t`The documents of ${reference} are not right`}
      sending={sending}
      sendLabel={t`Save`}
      onSend={save}
      onClose={onClose}
    >
      <TextAreaField
        id="reason"
        label={t`What is not right?`}
        hint={t`Officers read it.`}
        rows={3}
        maxLength={OUTCOME.maxReason}
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}

const RESULT_WORDS = { taken: t`Taken`, reserve: t`Reserve` }

/**
 * The buttons for one person. An officer can say whether the documents are right, or propose a change.
 * `passed` is null until someone has checked the documents.
 */
function Actions({ job, row, onDone }: { job: number; row: CheckedPerson; onDone: (words: string) => void }) {
  const { rights } = useMe()
  const sending = useSending()
  const [dialog, setDialog] = useState<'failed' | 'change'>()
  const { application, reference } = row
  const close = () => setDialog(undefined)
  const onSaved = (words: string) => {
    close()
    onDone(words)
  }
  const pass = () =>
    void sending.send(async () => {
      await call('POST /api/staff/jobs/{id}/selection/checks/', {
        params: { id: job },
        body: { application, passed: true, reason: '' },
      })
      onDone(t`Saved: the documents of ${reference} are right.`)
    })
  const ofWhom = <span className="sr-only">: {reference}</span>
  return (
    <>
      <ErrorSummary errors={sending.errors} round={sending.round} />
      <p className="btn-row">
        {rights.includes('applications.review') && row.passed !== true && (
          <button className="btn btn-small" type="button" aria-disabled={sending.busy} onClick={pass}>
            <Trans>Right</Trans>
            {ofWhom}
          </button>
        )}
        {rights.includes('applications.review') && row.passed !== false && (
          <button className="btn btn-2 btn-small" type="button" onClick={() => setDialog('failed')}>
            <Trans>Not right</Trans>
            {ofWhom}
          </button>
        )}
        {rights.includes('decisions.propose') && row.passed === false && (
          <button className="btn btn-2 btn-small" type="button" onClick={() => setDialog('change')}>
            <Trans>Propose a change</Trans>
            {ofWhom}
          </button>
        )}
      </p>
      {dialog === 'failed' && <FailedDialog job={job} row={row} onDone={onSaved} onClose={close} />}
      {dialog === 'change' && <ChangeDialog job={job} row={row} onDone={onSaved} onClose={close} />}
    </>
  )
}

/** A table with one line, without a name, for each person who was taken or put on the reserve. */
export function CheckTable({ job, rows, onDone }: Props) {
  if (rows.length === 0)
    return (
      <p className="empty small">
        <Trans>There is no one here.</Trans>
      </p>
    )
  return (
    <DataTable
      label={t`Documents of taken and reserve`}
      rows={rows}
      rowKey={({ application }) => application}
      columns={[
        {
          header: t`Application`,
          cell: ({ reference }) => (
            <Link
              className="ref"
              to={staffPaths.applications(job, `search=${encodeURIComponent(reference)}`)}
            >
              {reference}
            </Link>
          ),
        },
        { header: t`Result`, cell: ({ result }) => RESULT_WORDS[result] },
        { header: t`Place`, cell: ({ place_name }) => place_name ?? t`Whole job` },
        { header: t`Rank`, numeric: true, cell: ({ rank }) => rank },
        { header: t`Points`, numeric: true, cell: ({ points }) => points },
        { header: t`Why not right`, cell: ({ reason }) => reason },
        {
          header: t`Actions`,
          actions: true,
          cell: (row) => <Actions job={job} row={row} onDone={onDone} />,
        },
      ]}
    />
  )
}
