/**
 * Statements that PostgreSQL keeps prepared for each connection, so that it parses and plans them once. The name is in a comment before
 * the statement, so that it passes through all layers. Statements must list their columns: `select *` would fail on open connections
 * when a newer version adds a column.
 */

/** `name` must be unique in the program. A second statement with the same name would run the first one. */
export function prepared(name: string, statement: string): string {
  return `/* prepared ${name} */ ${statement}`;
}

/** The name of a prepared statement; undefined for other statements. */
export function preparedName(statement: string): string | undefined {
  return statement.startsWith('/* prepared ') ? statement.slice('/* prepared '.length, statement.indexOf(' */')) : undefined;
}
