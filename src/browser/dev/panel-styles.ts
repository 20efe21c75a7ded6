/** Styles of the bar and the overlay. They follow the system's colour mode, because the page may be broken. */
export const panelStyles = `
/* The height reserves space for the bar after the last line of the page. */
:host { all: initial; display: block; height: 56px; color-scheme: light dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.bar, .overlay {
  --ground: light-dark(#ffffff, #16181d); --ink: light-dark(#1c2024, #edeef0); --faint: light-dark(#5d646c, #a7adb5);
  --line: light-dark(#d9dce0, #363a40); --code: light-dark(#f4f5f7, #0f1114);
  --bad: light-dark(#b42318, #ff9086); --fair: light-dark(#8a4b00, #f5b041); --good: light-dark(#146c43, #5ad19a);
  position: fixed; z-index: 2147483000; color: var(--ink); background: var(--ground); border: 1px solid var(--line);
  font: 13px/1.5 ui-sans-serif, system-ui, sans-serif; box-shadow: 0 4px 24px rgb(0 0 0 / .18);
}
.bar { right: 12px; bottom: 12px; max-width: min(40rem, calc(100vw - 24px)); border-radius: 10px; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 4px; padding: 4px; }
.list { max-height: 50vh; overflow: auto; padding: 12px; border-bottom: 1px solid var(--line); }
.overlay { inset: auto 0 0 0; top: auto; max-height: 70vh; overflow: auto; padding: 16px 24px 72px; border-width: 3px 0 0; border-top-color: var(--bad); }
.overlay > * { max-width: 60rem; margin-inline: auto; }
.overlay header { display: flex; justify-content: space-between; align-items: center; gap: 16px; }
h2 { margin: 0; font-size: 18px; line-height: 1.4; color: var(--bad); }
p { margin: 6px 0; }
button { font: inherit; color: inherit; background: none; border: 1px solid transparent; border-radius: 7px; padding: 3px 9px; cursor: pointer; }
button:hover { background: var(--code); border-color: var(--line); }
button:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; }
.source { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 12px; overflow-wrap: anywhere; text-align: start; }
.finding .source { padding-inline: 0; text-decoration: underline; text-underline-offset: 3px; }
.primary { border-color: var(--line); background: var(--code); font-weight: 600; }
.close { font-size: 20px; line-height: 1; padding: 4px 10px; }
.size { min-width: 28px; }
.count { color: var(--fair); padding: 3px 6px; }
.state { font-weight: 600; padding: 3px 9px; }
.bad { color: var(--bad); } .fair { color: var(--fair); } .good { color: var(--good); }
.finding { padding: 10px 0; border-top: 1px solid var(--line); }
.finding:first-of-type { border-top: 0; }
.place { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center; margin: 0; }
.code { color: var(--faint); font-size: 12px; }
.words { font-size: 14px; overflow-wrap: anywhere; }
.hint { color: var(--faint); }
.message { color: var(--bad); padding: 0 12px 6px; }
pre { margin: 8px 0; padding: 10px 12px; overflow-x: auto; border-radius: 8px; background: var(--code); font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; white-space: pre; }
.number { color: var(--faint); user-select: none; }
mark { color: inherit; background: none; text-decoration: underline wavy var(--bad); text-underline-offset: 4px; }
@media (max-width: 30rem) { .overlay { padding-inline: 16px; } }
@media print { .bar, .overlay { display: none; } }
`;
