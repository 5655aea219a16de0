import { type FormEvent, useState } from 'react'
import { clockTime, stampDate } from '#contract/dates.ts'
import { REVIEW } from '#contract/limits.ts'
import { call } from '../../api.ts'
import { TextField } from '../../form/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMe } from '../shell.tsx'
import { sentenceOf } from './use-moves.ts'

type Props = { job: number; blind: boolean; liftedUntil: string | null; onLifted: () => void }

function LiftDialog({ job, onLifted, onClose }: Pick<Props, 'job' | 'onLifted'> & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const lift = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await call('POST /api/staff/jobs/{id}/lift-blind/', { params: { id: job }, body: { reason } })
      onLifted()
      onClose()
    } catch (error) {
      setFault(sentenceOf(error, ['reason']))
      setBusy(false)
      document.getElementById('lift-reason')?.focus()
    }
  }
  return (
    <Dialog
      title="Show who they are"
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="lift" aria-disabled={busy}>
            {busy ? 'Asking...' : 'Show them to me'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="lift" onSubmit={(event) => void lift(event)}>
        <p className="mb4">
          For {REVIEW.liftHours} hours you see names, gender, age, disability and contacts of everybody who applied for this job. Nobody else does because of
          it. It stands in the log, and applicants can see that it was done.
        </p>
        <TextField id="lift-reason" label="Why" maxLength={500} autoComplete="off" value={reason} onValue={setReason} fault={fault} />
      </form>
    </Dialog>
  )
}

/** Whether this officer sees who applicants are, why not, and until when. */
export function BlindBanner({ job, blind, liftedUntil, onLifted }: Props) {
  const { rights } = useMe()
  const [asks, setAsks] = useState(false)
  const until = liftedUntil ? new Date(liftedUntil) : undefined
  return (
    <div className={`rv-blind${blind ? '' : ' is-open'}`}>
      {blind ? (
        <p>
          <Icon name="lock" size="i-s" />
          <span>
            <b>Who they are is hidden,</b> so that applications are judged by what they say: names, gender, age, disability and contacts, until a list of
            decisions has taken effect.
          </span>
        </p>
      ) : (
        <p role="status">
          <Icon name="person" size="i-s" />
          <span>
            <b>Shown to you</b>
            {until && ` until ${stampDate(until)}, ${clockTime(until)}`}: who they are. The reason you gave is in the log.
          </span>
        </p>
      )}
      {blind && rights.includes('identities.reveal') && (
        <button className="link" type="button" onClick={() => setAsks(true)}>
          Show who they are
        </button>
      )}
      {asks && <LiftDialog job={job} onLifted={onLifted} onClose={() => setAsks(false)} />}
    </div>
  )
}
