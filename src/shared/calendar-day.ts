/**
 * Whether the date at the start of a text (`2024-02-29`) exists in the calendar; `Date` reads 30 February as a day in
 * March.
 */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
