import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '@lingui/core/macro'
import { needsSecond, sourcesOf, type Stage, STAGES, STAGE_WORDS } from '#contract/review/stages.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { staffPaths } from '../staff-paths.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { NO_REASON, ReasonFields } from './reason-fields.tsx'

/** The longest name that the server accepts. */
const MAX_NAME_LENGTH = 120

/** The stages that an application can move to from another stage. */
const TARGET_CHOICES = STAGES.filter((stage) => sourcesOf(stage).length > 0).map(
  (stage) => [stage, STAGE_WORDS[stage]] as const,
)

/** Who decides on a list to this stage. For some stages, it depends on where its applications are now. */
const decidedByWords = (stage: Stage) => {
  if (needsSecond(stage)) return t`A second person approves it before anyone is notified.`
  return sourcesOf(stage).every((from) => !needsSecond(stage, from))
    ? t`You can decide this alone.`
    : t`You can decide this alone, unless it takes back a rejection or a place on the short list.`
}

/** Starts an empty list of a job. Its applications are chosen later, in the table of applications. */
export function NewDecisionList({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const navigate = useNavigate()
  const sending = useSending(['name', 'to_stage', 'reason', 'reason_value'])
  const { errorAt, show } = sending
  const [name, setName] = useState('')
  const [stage, setStage] = useState<Stage | ''>('')
  const [typedReason, setTypedReason] = useState(NO_REASON)
  const startList = async () => {
    if (!stage) return show([{ field: 'to_stage', sentence: t`Choose a stage` }])
    const { id } = await call('POST /api/staff/jobs/{id}/decisions/', {
      params: { id: jobId },
      body: { name, ...typedReason, to_stage: stage },
    })
    await navigate(staffPaths.decision(id))
  }
  return (
    <FormDialog
      title={t`New list`}
      sending={sending}
      sendLabel={t`Start the list`}
      onSend={startList}
      onClose={onClose}
    >
      <TextField
        id="name"
        label={t`Name`}
        hint={t`Officers read it, applicants do not.`}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onValue={setName}
        error={errorAt('name')}
      />
      <SelectField
        id="to_stage"
        label={t`New stage`}
        hint={stage && decidedByWords(stage)}
        options={TARGET_CHOICES}
        value={stage}
        onValue={(value) => setStage(choiceFrom(STAGES, value) ?? '')}
        error={errorAt('to_stage')}
      />
      <ReasonFields
        typedReason={typedReason}
        onReason={(change) => setTypedReason((before) => ({ ...before, ...change }))}
        errorAt={errorAt}
      />
    </FormDialog>
  )
}
