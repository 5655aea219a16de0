import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** Tables with a row for each person or application. A scan of such a table makes people wait. */
const LARGE = new Set([
  'application_documents',
  'application_facts',
  'application_marks',
  'application_words',
  'audit_entries',
  'decision_entries',
  'job_applications',
  'log_events',
  'log_leaves',
  'notifications',
  'outbox',
  'sessions',
  'submissions',
  'users',
])

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
// The SQL parser returns trees. These functions read a part of a node, and are empty without that part.
const nodeIn = (value: unknown, name: string): Node =>
  isNode(value) && isNode(value[name]) ? value[name] : {}
const listIn = (value: Node, name: string): unknown[] => (Array.isArray(value[name]) ? value[name] : [])
const tableOf = (statement: Node) => {
  const { relname } = nodeIn(statement, 'relation')
  return typeof relname === 'string' ? relname : ''
}

const hasConstraint = (column: Node, type: string) =>
  listIn(column, 'constraints').some((entry) => nodeIn(entry, 'Constraint').contype === type)

/** Tells how a change of an existing table would stop its users. Undefined if it would not. */
function changeProblem(table: string, change: Node): string | undefined {
  const column = nodeIn(change.def, 'ColumnDef')
  const constraint = nodeIn(change.def, 'Constraint')
  switch (change.subtype) {
    case 'AT_DropColumn':
      return 'drops a column, which the version before still uses'
    case 'AT_AlterColumnType':
      return 'changes the type of a column: the table is written anew under a lock'
    case 'AT_SetNotNull':
      return 'sets NOT NULL, which reads the whole table under a lock: add a NOT VALID check and validate it'
    case 'AT_AddColumn':
      return hasConstraint(column, 'CONSTR_NOTNULL') &&
        !hasConstraint(column, 'CONSTR_DEFAULT') &&
        !hasConstraint(column, 'CONSTR_GENERATED')
        ? 'adds a column NOT NULL without a default, which the version before does not fill'
        : undefined
    case 'AT_AddConstraint':
      return LARGE.has(table) &&
        (constraint.contype === 'CONSTR_CHECK' || constraint.contype === 'CONSTR_FOREIGN') &&
        constraint.skip_validation !== true
        ? 'adds a constraint that reads a large table under a lock: add it NOT VALID and validate it'
        : undefined
    default:
      return undefined
  }
}

function statementProblems(statement: Node, isNew: (table: string) => boolean): string[] {
  if (isNode(statement.RenameStmt)) {
    const { renameType } = statement.RenameStmt
    return renameType === 'OBJECT_TABLE' || renameType === 'OBJECT_COLUMN'
      ? ['renames what the version before still uses']
      : []
  }
  if (isNode(statement.DropStmt) && statement.DropStmt.removeType === 'OBJECT_TABLE')
    return ['drops a table, which the version before still uses']
  if (isNode(statement.IndexStmt)) {
    const table = tableOf(statement.IndexStmt)
    return LARGE.has(table) && !isNew(table) && statement.IndexStmt.concurrent !== true
      ? [`${table}: makes an index while no one can write: use CONCURRENTLY`]
      : []
  }
  if (!isNode(statement.AlterTableStmt)) return []
  const table = tableOf(statement.AlterTableStmt)
  if (isNew(table)) return []
  return listIn(statement.AlterTableStmt, 'cmds').flatMap((entry) => {
    const problem = changeProblem(table, nodeIn(entry, 'AlterTableCmd'))
    return problem === undefined ? [] : [`${table}: ${problem}`]
  })
}

/**
 * Finds statements of a migration that would stop people or the previous version, which runs beside it (R11).
 */
export function migrationProblems(sql: string): string[] {
  const statements = (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt as Node)
  const made = new Set(statements.flatMap((statement) => tableOf(nodeIn(statement, 'CreateStmt'))))
  return statements.flatMap((statement) => statementProblems(statement, (table) => made.has(table)))
}
