/** Whether the calendar has the day (`2024-02-29`) that a text begins with: `Date` reads 30 February as a day of March. */
export function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
