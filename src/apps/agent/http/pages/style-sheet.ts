/** The style sheet of the operator pages, with light and dark colors. It loads no fonts. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fbfbfc, #0e1116);
  --card: light-dark(#ffffff, #161a21);
  --line: light-dark(#e4e6eb, #282e38);
  --text: light-dark(#1b1f27, #e6e9ef);
  --quiet: light-dark(#5f6878, #98a2b3);
  --accent: light-dark(#3b4fd8, #93a4ff);
  --good: light-dark(#146c43, #6fd39f);
  --good-ground: light-dark(#e4f6ec, #12301f);
  --bad: light-dark(#a4262c, #ff9a9a);
  --bad-ground: light-dark(#fdecec, #3a1718);
  --busy: light-dark(#8a5a00, #f0c063);
  --busy-ground: light-dark(#fff4dc, #35280e);
  --plain-ground: light-dark(#eef0f4, #222832);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.bar { display: flex; align-items: center; gap: 20px; padding: 0 max(20px, calc(50vw - 520px)); min-height: 56px; border-bottom: 1px solid var(--line); background: var(--card); }
.bar .name, .bar button { white-space: nowrap; }
.bar .name { font-weight: 650; letter-spacing: -0.01em; color: var(--text); }
.bar nav { display: flex; gap: 16px; flex: 1; }
.bar nav a { color: var(--quiet); }
.bar nav a[aria-current] { color: var(--text); font-weight: 550; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 80px; }
h1 { font-size: 24px; line-height: 1.3; letter-spacing: -0.02em; margin: 0 0 8px; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 32px 0 10px; letter-spacing: -0.005em; }
.quiet { color: var(--quiet); }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.card.padded { padding: 16px 18px; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose h3 { font-size: 15px; margin: 20px 0 6px; }
.prose p, .prose ul { margin: 8px 0; overflow-wrap: anywhere; }
.prose ul { padding-left: 20px; }
.prose blockquote { margin: 8px 0; padding-left: 14px; border-left: 3px solid var(--line); color: var(--quiet); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.pill { display: inline-block; padding: 1px 10px; border-radius: 99px; font-size: 13px; font-weight: 550; background: var(--plain-ground); color: var(--quiet); white-space: nowrap; }
.pill.completed, .pill.merged { background: var(--good-ground); color: var(--good); }
.pill.failed, .pill.closed, .pill.error { background: var(--bad-ground); color: var(--bad); }
.pill.active, .pill.open, .pill.warning { background: var(--busy-ground); color: var(--busy); }
.note { border-left: 3px solid var(--bad); background: var(--bad-ground); padding: 12px 16px; border-radius: 0 8px 8px 0; margin: 18px 0; overflow-wrap: anywhere; }
.note.good { border-color: var(--good); background: var(--good-ground); }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 550; font-size: 13px; color: var(--quiet); }
th, td { padding: 10px 16px; border-top: 1px solid var(--line); vertical-align: top; }
tr:first-child th, tbody:first-child tr:first-child td { border-top: 0; }
td.narrow { white-space: nowrap; width: 1%; }
.wide { overflow-wrap: anywhere; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); margin: 20px 0 0; }
dl.facts div { padding: 10px 16px; box-shadow: 0 0 0 0.5px var(--line); }
dl.facts dt { font-size: 13px; color: var(--quiet); }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
code, pre, .code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.diff { overflow-x: auto; }
.diff pre { margin: 0; min-width: max-content; padding: 6px 0; }
.diff span { display: block; padding: 0 16px; min-height: 1.5em; }
.diff .file { font-weight: 650; padding-top: 10px; padding-bottom: 4px; }
.diff .hunk { color: var(--quiet); background: var(--plain-ground); }
.diff .added { background: var(--good-ground); }
.diff .removed { background: var(--bad-ground); }
button, .button { font: inherit; font-weight: 550; padding: 6px 14px; border-radius: 8px; border: 1px solid var(--line); background: var(--card); color: var(--text); cursor: pointer; }
button:hover { border-color: var(--quiet); }
button.main { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #10142a); }
button.danger { color: var(--bad); }
form.inline { display: inline; }
input, select { font: inherit; padding: 7px 12px; border-radius: 8px; border: 1px solid var(--line); background: var(--card); color: var(--text); }
label { display: block; font-weight: 550; margin-bottom: 6px; }
.sign-in { max-width: 440px; margin: 10vh auto 0; }
.sign-in input { width: 100%; margin-bottom: 14px; }
.meter { display: block; height: 6px; width: 160px; border-radius: 3px; background: var(--plain-ground); overflow: hidden; border: 0; }
.meter::-webkit-progress-bar { background: var(--plain-ground); }
.meter::-webkit-progress-value { background: var(--accent); }
.meter::-moz-progress-bar { background: var(--accent); }
.empty { padding: 40px 20px; text-align: center; color: var(--quiet); }
@media (max-width: 640px) {
  .small-hidden { display: none; }
  main { padding-top: 22px; }
  th, td { padding: 10px 12px; }
}
`;
