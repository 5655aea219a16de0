import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FieldError, TextField } from '../form/field.tsx'
import type { RuleDraft, ShareDraft } from './rule-draft.ts'

type ShareProps = {
  id: 'gender' | 'disability'
  legend: string
  label: string
  share: ShareDraft
  error: string | undefined
  onShare: (share: ShareDraft) => void
}

/** The field for a share, such as 2 seats of every 3, where there are at least 3 seats. */
const ShareField = ({ id, legend, label, share, error, onShare }: ShareProps) => {
  const numberField = (name: 'part' | 'whole' | 'from', words: string) => (
    <label>
      {words}
      <input
        className="input num"
        inputMode="numeric"
        autoComplete="off"
        value={share[name]}
        onChange={({ target }) => onShare({ ...share, [name]: target.value })}
      />
    </label>
  )
  return (
    <fieldset className={error ? 'field bad' : 'field'} id={id} tabIndex={-1}>
      <legend>{legend}</legend>
      <FieldError id={id} sentence={error} />
      <label className="st-tick">
        <input
          type="checkbox"
          checked={share.isOn}
          onChange={({ target }) => onShare({ ...share, isOn: target.checked })}
        />{' '}
        {label}
      </label>
      {share.isOn && (
        <div className="rule-row">
          {numberField('part', t`seats`)}
          {numberField('whole', t`of every`)}
          {numberField('from', t`where there are at least`)}
        </div>
      )}
    </fieldset>
  )
}

type Props = {
  draft: RuleDraft
  errorAt: (field: string) => string | undefined
  onChange: (changed: Partial<RuleDraft>) => void
}

/** The fields for the legal shares, and for how many people are put on the reserve. */
export const SharesField = ({ draft, errorAt, onChange }: Props) => (
  <section className="field" aria-labelledby="shares">
    <h2 className="heading-small" id="shares">
      <Trans>Shares and reserve</Trans>
    </h2>
    <ShareField
      id="gender"
      legend={t`Gender`}
      label={t`Limit the share of one gender`}
      share={draft.gender}
      error={errorAt('gender')}
      onShare={(gender) => onChange({ gender })}
    />
    <ShareField
      id="disability"
      legend={t`Persons with disabilities`}
      label={t`Keep a least share`}
      share={draft.disability}
      error={errorAt('disability')}
      onShare={(disability) => onChange({ disability })}
    />
    <TextField
      id="reservePercent"
      label={t`Reserve, in percent of the seats of each place`}
      className="input num rule-number"
      inputMode="numeric"
      autoComplete="off"
      value={draft.reservePercent}
      onValue={(reservePercent) => onChange({ reservePercent })}
      error={errorAt('reservePercent')}
    />
  </section>
)
