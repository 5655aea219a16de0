import { Trans } from '@lingui/react/macro'
import { clockTime, plainDate } from '#contract/dates.ts'
import { translate } from '../language/translate.ts'
import type { Route } from './+types/transparency-page'

type Data = Route.ComponentProps['loaderData']
type Witness = Data['witnesses'][number]

/** `size`: how many entries the checkpoint has that the witness signed last. */
type LastSignatureProps = Pick<Witness, 'size' | 'cosigned_at'> & { latestSize: number | undefined }

const LastSignature = ({ size, cosigned_at, latestSize }: LastSignatureProps) => {
  if (size === null || cosigned_at === null) return <Trans>has not signed yet</Trans>
  const moment = new Date(cosigned_at)
  const [day, time] = [translate(plainDate(moment)), translate(clockTime(moment))]
  const entries = size.toLocaleString('en')
  return size === latestSize ? (
    <Trans>
      signed the latest checkpoint on {day}, {time} EAT
    </Trans>
  ) : (
    <Trans>
      signed a checkpoint of {entries} entries on {day}, {time} EAT
    </Trans>
  )
}

const Signatures = ({ witnesses, checkpoint }: Pick<Data, 'witnesses' | 'checkpoint'>) => (
  <>
    <ul className="mt4">
      {witnesses.map(({ name, ...signature }) => (
        <li key={name}>
          <code>{name}</code>: <LastSignature {...signature} latestSize={checkpoint?.size} />
        </li>
      ))}
    </ul>
    {witnesses.some(({ size }) => size !== null) && (
      <p className="small quiet mt4">
        <Trans>
          The newest checkpoint with a signature of a witness: <a href="/log/cosigned">the file</a>. Ask each
          witness for its public key.
        </Trans>
      </p>
    )}
  </>
)

/** Which other organisations cosign the checkpoints of the public log, and when each one did so last. */
export const Witnesses = ({ witnesses, checkpoint }: Pick<Data, 'witnesses' | 'checkpoint'>) => (
  <section className="band" aria-labelledby="witnesses">
    <h2 id="witnesses">
      <Trans>Witnesses</Trans>
    </h2>
    <p className="mt2">
      <Trans>
        A witness is another organisation. It checks that our log has only grown, and then signs our
        checkpoint too. Then we cannot show different logs to different people.
      </Trans>
    </p>
    {witnesses.length > 0 ? (
      <Signatures witnesses={witnesses} checkpoint={checkpoint} />
    ) : (
      <p className="empty mt4">
        <Trans>
          No witness signs yet. Until one does, save a checkpoint yourself. With it, you can show later
          whether we changed an entry that is in the log now.
        </Trans>
      </p>
    )}
  </section>
)
