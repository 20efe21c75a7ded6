/**
 * Statements that PostgreSQL keeps prepared on each connection: it reads and plans them once. The name stands in a comment before the
 * statement, so that it goes through every layer in between. Only for statements that name their columns: `select *` would break on
 * the connections that are open while a newer version adds a column.
 */

/** `name` must be unique in the program; the same name with another statement would run the first one. */
export function prepared(name: string, statement: string): string {
  return `/* prepared ${name} */ ${statement}`;
}

/** The name of a statement that is to be kept. */
export function preparedName(statement: string): string | undefined {
  return statement.startsWith('/* prepared ') ? statement.slice('/* prepared '.length, statement.indexOf(' */')) : undefined;
}
