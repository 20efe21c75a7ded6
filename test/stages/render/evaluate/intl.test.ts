/** What the engine of pages lacks and the host answers: each expression gives in a page what it gives in Node.js. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';
import { sharedEvaluator } from './program.ts';

const date = 'new Date(Date.UTC(2024, 4, 5, 13, 7, 9))';
const expressions: readonly string[] = [
  '(1234567.891).toLocaleString("de-DE")',
  '(0.256).toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 })',
  '(1234.5).toLocaleString("ja-JP", { style: "currency", currency: "JPY" })',
  '(12345678901234567890n).toLocaleString("en-IN")',
  'new Intl.NumberFormat("en", { notation: "compact" }).format(1234567)',
  'new Intl.NumberFormat("en").format(-0) + new Intl.NumberFormat("en").format(NaN) + new Intl.NumberFormat("en").format(Infinity)',
  'new Intl.NumberFormat("en").format("1234567890.123456789")',
  'Intl.NumberFormat("fr").format(1e9)',
  'JSON.stringify(new Intl.NumberFormat("de", { style: "currency", currency: "EUR" }).formatToParts(-1234.5))',
  'new Intl.NumberFormat("en", { style: "unit", unit: "kilometer-per-hour" }).formatRange(3, 5)',
  '[1, 2].map(new Intl.NumberFormat("ar-EG").format).join()',
  `${date}.toLocaleDateString("de-DE", { dateStyle: "full", timeZone: "UTC" })`,
  `${date}.toLocaleTimeString("en-US", { timeZone: "Asia/Tokyo" })`,
  `${date}.toLocaleString("en-GB", { timeZone: "America/New_York", timeZoneName: "long" })`,
  `new Intl.DateTimeFormat("en", { timeZone: "UTC", month: "long" }).format(${date})`,
  `JSON.stringify(new Intl.DateTimeFormat("en", { timeZone: "UTC", hour: "numeric" }).formatToParts(${date}))`,
  `new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium" }).formatRange(${date}, new Date(Date.UTC(2024, 5, 1)))`,
  'new Intl.DateTimeFormat("de", { timeZone: "UTC" }).resolvedOptions().timeZone',
  '[1, 2, 3, 22, 103].map((n) => new Intl.PluralRules("en", { type: "ordinal" }).select(n)).join()',
  'new Intl.ListFormat("es", { type: "conjunction" }).format(["uno", "dos", "tres"])',
  'new Intl.RelativeTimeFormat("de", { numeric: "auto" }).format(-1, "day")',
  'new Intl.DisplayNames("fr", { type: "region" }).of("DE")',
  '[...new Intl.Segmenter("ja", { granularity: "word" }).segment("吾輩は猫である")].map(({ segment, index }) => segment + index).join()',
  '["z", "ä", "a", "B"].sort(new Intl.Collator("de").compare).join()',
  '["z", "ä", "a", "B"].sort((a, b) => a.localeCompare(b, "sv")).join()',
  '"a".localeCompare("A", "en", { sensitivity: "base" })',
  'new Intl.Locale("zh-Hant-TW").maximize().script + new Intl.Locale("en", { region: "US" })',
  'Intl.getCanonicalLocales("EN-us").join() + Intl.NumberFormat.supportedLocalesOf(["de", "xx"]).join()',
  '[1234.5, 10n].toLocaleString("de")',
  'Object.prototype.toString.call(Intl) + new Intl.NumberFormat("en") + (new Intl.NumberFormat("en") instanceof Intl.NumberFormat)',
  '(() => { try { new Intl.NumberFormat("en", { style: "currency" }) } catch (error) { return error.constructor.name + error.message } })()',
  '(() => { try { (1).toLocaleString("no_such_tag") } catch (error) { return error.constructor.name + error.message } })()',
  '(() => { try { Intl.PluralRules() } catch (error) { return error.constructor.name } })()',
  '["5 May 2024 UTC", "2024-05-05T12:00:00Z", "May 5, 2024 3:00 PM GMT+0200", "nonsense"].map(Date.parse).join()',
  '[Math.sin(0.3), Math.exp(1.7), Math.log10(55.6), 1.07 ** 23, Math.hypot(3.1, 4.2), Math.cosh(2), Math.atan2(1, -0)].join()',
  '[2n ** 70n, (-2) ** 3, Math.pow(2, 0.5), 10 ** -11].join()',
  '"é".normalize("NFD").length + "İI".toLowerCase()',
  '"2024-05-06".replace(/(?<y>\\d+)-(?<m>\\d+)/u, "$<m>/$<y>") + /(?<=a)b/.test("ab") + /^\\p{L}+$/u.test("äß") + /[\\p{L}--[a-z]]/v.test("a")',
];

const shared = sharedEvaluator();
afterAll(() => shared.close());

test('a page computes what Node.js computes', async () => {
  const code = `export const results = () => [${expressions.map((expression) => `() => ${expression}`).join(', ')}].map((run) => String(run()));
export default function (props) { return <pre>{JSON.stringify(results())}</pre>; }`;
  const { html, diagnostics } = await shared.evaluatePage({ 'page.mdx': code });
  expect(diagnostics).toEqual([]);
  const text = html
    .replace(/<\/?pre>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
  // biome-ignore lint/security/noGlobalEval: the expressions above, in Node.js
  const evaluateHere = eval;
  const here = expressions.map((expression) => [expression, String(evaluateHere(expression))]);
  const there = (JSON.parse(text) as string[]).map((result, index) => [expressions[index], result]);
  expect(there).toEqual(here);
});

test('nothing reveals the time zone of the host', async () => {
  const values = [
    'new Date({ toString: () => "2020-01-01T00:00" }).getTime()',
    'new Date({ [Symbol.toPrimitive]: () => "2020-01-01 00:00" }).getTime()',
    'new Date({ valueOf: () => 5 }).getTime()',
    'new Date(new Date(7)).getTime()',
    'new Date(Date.UTC(1999, 11, 31, 23)).getYear()',
    'new Date(new Date(Date.UTC(2020, 11, 31, 23)).setYear(98)).toISOString()',
  ];
  const folder = temporaryFolder();
  try {
    writeProject(folder, {
      'docs.json': docsJson({ pages: ['page'] }),
      'page.mdx': `export const values = [${values.join(', ')}].join(' ');\n\n<p>{values}</p>\n`,
    });
    // The zone of a process is read once, so it takes a process of its own.
    await runCli(['build', '.', '--out', 'out', '--allow-errors', '--no-cache'], { cwd: folder, env: { TZ: 'Asia/Tokyo' } });
    expect(readFileSync(join(folder, 'out/page/index.html'), 'utf8')).toContain(
      '<p>1577836800000 1577836800000 5 7 99 1998-12-31T23:00:00.000Z</p>',
    );
  } finally {
    removeFolder(folder);
  }
});
