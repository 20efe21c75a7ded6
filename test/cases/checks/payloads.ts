/** Our own lines of attack, by class, and our own awkward strings: what authors and readers may type anywhere. */
import { readFileSync } from 'node:fs';

const act = 'window.X=1';

/** Markup that runs when it is parsed as HTML. */
const elements: readonly string[] = [
  `<script>${act}</script>`,
  `<ScRiPt>${act}</sCrIpT>`,
  `<script\t>${act}</script\n>`,
  `<script/x>${act}</script>`,
  `<<script>${act}//<</script>`,
  `<script src=data:text/javascript,${act}></script>`,
  `<script type=module>${act}</script>`,
  `<svg><script>${act}</script></svg>`,
  `<svg><script href=data:,${act} /></svg>`,
  `<math><mi xlink:href="javascript:${act}">x</mi></math>`,
  `<iframe srcdoc="<script>top.${act}</script>"></iframe>`,
  `<iframe src="javascript:top.${act}"></iframe>`,
  `<object data="javascript:${act}"></object>`,
  `<embed src="javascript:${act}">`,
  `<form action="javascript:${act}"><button>x</button></form>`,
  `<button formaction="javascript:${act}">x</button>`,
  `<a href="javascript:${act}">x</a>`,
  `<a href="JaVaScRiPt:${act}">x</a>`,
  `<a href="java\tscript:${act}">x</a>`,
  `<a href="java&#10;script:${act}">x</a>`,
  `<a href="&#x6a;avascript:${act}">x</a>`,
  `<a href=" \u0001javascript:${act}">x</a>`,
  `<a href="vbscript:${act}">x</a>`,
  `<a href="data:text/html,<script>opener.${act}</script>">x</a>`,
  `<base href="javascript:/a/-${act}//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${act}">`,
  `<link rel="import" href="data:text/html,<script>${act}</script>">`,
  `<link rel="stylesheet" href="data:text/css,*{color:red}">`,
  `<style>@import "javascript:${act}";</style>`,
  `<div style="width:expression(${act})">x</div>`,
  `<div style="background:url(javascript:${act})">x</div>`,
  `<template><script>${act}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${act}>">`,
  `<svg><style><img src=x onerror=${act}></style></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${act}>`,
  `<svg></p><style><a id="</style><img src=x onerror=${act}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${act}>`,
  `<xmp><p title="</xmp><img src=x onerror=${act}>">`,
  `<textarea></textarea><img src=x onerror=${act}>`,
  `<select><template><img src=x onerror=${act}>`,
];

/** An element and the event that fires without a reader. */
const events: readonly [string, string][] = [
  ['img src=x', 'onerror'],
  ['img/src=x', 'onerror'],
  ['image src=x', 'onerror'],
  ['svg', 'onload'],
  ['svg/', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['input autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['a href=# autofocus tabindex=1', 'onfocus'],
  ['details open', 'ontoggle'],
  ['video src=x', 'onerror'],
  ['video><source', 'onerror'],
  ['audio src=x', 'onerror'],
  ['object data=x', 'onerror'],
  ['iframe src=about:blank', 'onload'],
  ['marquee', 'onstart'],
  ['link rel=stylesheet href=data:,', 'onload'],
  ['style', 'onload'],
  ['script src=x', 'onerror'],
  ['animate attributeName=x dur=1s', 'onbegin'],
  ['custom-element tabindex=1 autofocus', 'onfocus'],
  ['div style="animation:spin 1ms"', 'onanimationstart'],
];
const spellings: readonly ((tag: string, event: string) => string)[] = [
  (tag, event) => `<${tag} ${event}=${act}>`,
  (tag, event) => `<${tag} ${event.toUpperCase()}="${act}">`,
  (tag, event) => `<${tag}\n${event}\n=\n'${act}'>`,
  (tag, event) => `<${tag} ${event}=&#119;indow.X&#61;1>`,
];

/** What an attribute, a comment, a raw-text element or a script would end with. */
const breakouts: readonly string[] = [
  '"',
  "'",
  '`',
  '">',
  "'>",
  '-->',
  '--!>',
  ']]>',
  '</title>',
  '</script>',
  '</style>',
  '</textarea>',
  '</noscript>',
  '</template>',
  '</a>',
  '\\"',
  "\\'",
  '%22>',
  '&quot;>',
  '\u2028',
];
const afterwards: readonly string[] = [
  `<img src=x onerror=${act}>`,
  ` onmouseover=${act} style=position:fixed;inset:0 x=`,
  `<svg onload=${act}>`,
];

/** What a template, a script literal, a style or a URL might evaluate. */
const expressions: readonly string[] = [
  `';${act};//`,
  `";${act};//`,
  `\`;${act};//`,
  `\${${act}}`,
  `{{constructor.constructor('${act}')()}}`,
  `{{$on.constructor('${act}')()}}`,
  `{${act}}`,
  `<%= ${act} %>`,
  `#{${act}}`,
  `\\u003cscript\\u003e${act}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${act}\\x3c/script\\x3e`,
  `%3Cscript%3E${act}%3C/script%3E`,
  `&lt;script&gt;${act}&lt;/script&gt;`,
  `&#60;script&#62;${act}&#60;/script&#62;`,
  `＜script＞${act}＜/script＞`,
  `+ADw-script+AD4-${act}+ADw-/script+AD4-`,
  `javascript:${act}`,
  `//evil.example/x.js`,
  `data:text/html;base64,PHNjcmlwdD50b3AuWD0xPC9zY3JpcHQ+`,
  `[x](javascript:${act})`,
  `![x](x"onerror="${act})`,
  `<!--><img src=x onerror=${act}>-->`,
  `<![CDATA[<img src=x onerror=${act}>]]>`,
  `<?xml version="1.0"?><img src=x onerror=${act}>`,
  `{"__html":"<img src=x onerror=${act}>"}`,
];

/** About two hundred lines; every one sets `window.X` where it runs. */
export const attacks: readonly string[] = [
  ...elements,
  ...events.flatMap(([tag, event], index) => [spellings[0], spellings[1 + (index % 3)]].map((spell) => spell?.(tag, event) ?? '')),
  ...breakouts.flatMap((end) => afterwards.map((after) => `${end}${after}`)),
  ...expressions,
];

/** Strings that break programs which treat text as something else than text. */
export const naughty: readonly string[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/cases/naughty-strings.json', import.meta.url), 'utf8'),
);
