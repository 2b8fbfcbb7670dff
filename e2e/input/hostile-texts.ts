/** Set by any of these texts that is run as a script. */
export const RAN = 'hostileTextRan';
const run = `globalThis.${RAN}=1`;
const FOREIGN = 'foreign.invalid';

const MARKUP = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title></textarea><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src="http://${FOREIGN}/x.png">`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<iframe srcdoc="<script>parent.${RAN}=1</script>"></iframe>`,
  `<iframe src="//${FOREIGN}/"></iframe>`,
  `<a href="javascript:${run}">x</a>`,
  `<base href="//${FOREIGN}/">`,
  `<meta http-equiv="refresh" content="0;url=//${FOREIGN}/">`,
  `<link rel=stylesheet href=//${FOREIGN}/x.css>`,
  `<style>@import "//${FOREIGN}/x.css"</style>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video src=x onerror=${run}>`,
  `<object data="//${FOREIGN}/x"></object>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<template><script>${run}</script></template>`,
  `<!--><script>${run}</script>-->`,
  `<![CDATA[<script>${run}</script>]]>`,
];
const MARKDOWN = [
  `[x](javascript:${run})`,
  `![x](http://${FOREIGN}/x.png)`,
  `[x]: http://${FOREIGN}/ "x"`,
  `<http://${FOREIGN}/>`,
  '# heading\n- list\n| a | b |',
  '`code` **bold** _em_ ~~gone~~',
];
const TEMPLATES = [
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  '{{name}} {{count}} {{- name}}',
  '$t(common:cancel) $t(common:close)',
  '%s %d %n %1$s',
  '#{1+1} @{1+1}',
];
const QUERIES = [
  `'; drop table users; --`,
  `1' or '1'='1`,
  `") or 1=1 --`,
  `'; select pg_sleep(9); --`,
  `\\'; truncate observations; --`,
  '{"$gt": ""}',
  '* ? [a-z] (a+)+$ \\d{9,}',
];
const FORMULAS = [`=cmd|' /C calc'!A0`, `=HYPERLINK("http://${FOREIGN}/","x")`, '@SUM(1+1)', '+1+1', '-1+1', '\t=1+1'];
const PATHS = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  '/dev/null',
  'CON',
  `http://${FOREIGN}/`,
  '%00',
  '%2e%2e%2f',
];
const WORDS = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'undefined',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '1.000,5',
  '[]',
  '{}',
  '""',
];
const WRITING = [
  'İıŁłẞßﬁ ǅ',
  '\u202Eright to left\u202C',
  'a\u200Bb\u200Dc\uFEFFd\u00ADe',
  `z${'\u0301\u0327\u0334'.repeat(40)}algo`,
  '👩‍👩‍👧‍👦🏳️‍🌈🇳🇱👍🏿',
  'ﷺﷺﷺ',
  '田中さん 你好 한국어 ไทย हिन्दी العربية עברית',
  'line\u2028separator\u2029paragraph',
  '𝒳𝓎𝓏 ｆｕｌｌ ①②③',
  'W'.repeat(240),
  'word '.repeat(45),
  '-'.repeat(60),
  '٣٤٥ ۳۴۵ ௩',
];

const TEXTS = [...MARKUP, ...MARKDOWN, ...TEMPLATES, ...QUERIES, ...FORMULAS, ...PATHS, ...WORDS, ...WRITING];

/** What a program may add or undo around a text. */
const FRAMES: ((text: string) => string)[] = [
  (text) => text,
  (text) => `"${text}`,
  (text) => `'>${text}`,
  (text) => `Great tit ${text}`,
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => encodeURIComponent(text),
  (text) => text.toUpperCase(),
  (text) => `${text} ${text}`,
];

/** More than 500 texts that do harm where data are taken for markup, scripts, queries, formulas, paths or formats. Written for Veld. */
export const HOSTILE_TEXTS: readonly string[] = [...new Set(FRAMES.flatMap((frame) => TEXTS.map(frame)))].map((text) =>
  text.slice(0, 190).toWellFormed(),
);
