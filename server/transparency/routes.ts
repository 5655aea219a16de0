import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { findCosigned } from './cosigned.ts'
import { findPublished, proveConsistency } from './prove.ts'
import { countDays } from './store.ts'
import { verifyReceipt } from './verify-receipt.ts'

const DAYS_SHOWN = 60

export const transparencyRoutes: Route[] = [
  answer('POST /api/receipts/verify/', verifyReceipt),
  answer('GET /api/transparency/', async ({ db, config, receiptKey }) => {
    const published = await findPublished(config)
    const days = await countDays(db, DAYS_SHOWN)
    const cosigned = new Map((await findCosigned({ db, config })).map((last) => [last.witness.vkey, last]))
    return {
      origin: receiptKey.origin,
      log_url: `${config.publicUrl}/log/`,
      vkey: receiptKey.vkey,
      public_key: receiptKey.pem,
      checkpoint: published
        ? { size: published.size, root_hash: published.root.toString('base64'), note: published.note }
        : null,
      witnesses: config.witnesses.map(({ name, vkey }) => {
        const lastCosigned = cosigned.get(vkey)
        return {
          name,
          vkey,
          size: lastCosigned?.checkpoint.size ?? null,
          cosigned_at: lastCosigned?.at.toISOString() ?? null,
        }
      }),
      days: days.map(({ day, events }) => ({ date: day, leaves: events })),
    }
  }),
  answer('GET /api/transparency/consistency/', async ({ config }, { query: { from } }) => {
    const published = await findPublished(config)
    if (!published || from > published.size) throw refuse('not_found')
    const proof = await proveConsistency(config, from, published.size)
    return {
      from,
      to: published.size,
      proof: proof.map((hash) => hash.toString('base64')),
      checkpoint: published.note,
    }
  }),
]
