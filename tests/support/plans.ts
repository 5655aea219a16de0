import { type Sql, sql, type Tx } from '../../server/database/connect.ts'

/**
 * The database's query plans for the statements that `ask` sends, each as text. Each statement is explained,
 * and then also runs.
 */
export async function plansOf(tx: Tx, ask: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const explained = async (query: Sql) =>
    void plans.push(
      (await tx.rows<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${query}`))
        .map((row) => row['QUERY PLAN'])
        .join('\n'),
    )
  await ask({
    rows: async (query) => (await explained(query), tx.rows(query)),
    row: async (query) => (await explained(query), tx.row(query)),
    run: async (query) => (await explained(query), tx.run(query)),
  })
  return plans
}
