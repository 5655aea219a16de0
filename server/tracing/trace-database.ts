import { SpanKind } from '@opentelemetry/api'
import type { Db, Sql, Tx } from '../database/connect.ts'
import { markFailed, type PortalTracer } from './tracer.ts'

const MAX_TEXT = 1_000
/** The text of a statement with $1 in the place of each value, so that no value enters a trace. */
const textOf = (query: Sql) => query.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)

/** Wraps a database, so that each statement of a traced request gets a span. */
export function traceDatabase(db: Db, tracer: PortalTracer): Db {
  const traced = async <Result>(query: Sql, work: () => Promise<Result>): Promise<Result> => {
    if (!tracer.isTraced()) return work()
    const text = textOf(query)
    const [verb = ''] = text.split(' ', 1)
    const span = tracer.start(verb, SpanKind.CLIENT, {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.query.text': text,
    })
    try {
      return await work()
    } catch (error) {
      markFailed(span, error)
      throw error
    } finally {
      span.end()
    }
  }
  const statementsOf = (tx: Tx): Tx => ({
    rows: <Row>(query: Sql) => traced(query, () => tx.rows<Row>(query)),
    row: <Row>(query: Sql) => traced(query, () => tx.row<Row>(query)),
    run: (query) => traced(query, () => tx.run(query)),
  })
  const wrap = (inner: Db): Db => {
    // The urgent database is wrapped at its first use. It has an `urgent` too, so wrapping all would never
    // end.
    let urgent: Db | undefined
    return {
      ...statementsOf(inner),
      tx: (work) => inner.tx((tx) => work(statementsOf(tx))),
      patient: (seconds, settings) => wrap(inner.patient(seconds, settings)),
      get urgent() {
        return (urgent ??= wrap(inner.urgent))
      },
      waits: inner.waits,
      connections: inner.connections,
      openUsual: inner.openUsual,
      listen: inner.listen,
      close: inner.close,
    }
  }
  return wrap(db)
}
