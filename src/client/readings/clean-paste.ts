/** Elements that are paragraphs of their own, in HTML that a word processor puts on the clipboard. */
const blocks = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 UL OL BLOCKQUOTE PRE TABLE SECTION ARTICLE HEADER FOOTER'.split(' '),
);
/** Those that follow each other without an empty line. */
const lines = new Set(['LI', 'TR']);
const hidden = new Set(['STYLE', 'SCRIPT', 'TITLE', 'HEAD', 'META', 'TEMPLATE']);

/**
 * Makes plain paragraphs of pasted content.
 *
 * @param html what the clipboard holds as HTML, or an empty string
 * @param plain what it holds as text
 */
export function cleanPaste(html: string, plain: string): string {
  return cleanPasted(html.trim() ? textOf(new DOMParser().parseFromString(html, 'text/html').body) : plain);
}

/** @returns a text with its paragraphs apart by one empty line, and without what only looks like a space */
function cleanPasted(text: string): string {
  return text
    .replace(/\r\n?|[\v\f\u0085\u2028]/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** Paragraphs end with an empty line, `<br>` is a line's end, and other line breaks in the HTML mean nothing. */
function textOf(root: Node): string {
  let text = '';
  const end = (lineBreaks: number) => {
    const words = text.trimEnd();
    const there = text.slice(words.length).split('\n').length - 1;
    text = words + (words && '\n'.repeat(Math.max(there, lineBreaks)));
  };
  const walk = (node: Node, isPreformatted: boolean) => {
    const name = node.nodeName;
    if (hidden.has(name)) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.nodeValue ?? '';
      text += isPreformatted ? words : inLine(words, text);
      return;
    }
    if (name === 'BR') text += '\n';
    const lineBreaks = lines.has(name) ? 1 : blocks.has(name) ? 2 : 0;
    if (lineBreaks) end(lineBreaks);
    if (name === 'LI') text += '- ';
    for (const child of node.childNodes) walk(child, isPreformatted || name === 'PRE');
    if (lineBreaks) end(lineBreaks);
    if (name === 'TD' || name === 'TH') text += ' ';
  };
  walk(root, false);
  return text.trim();
}

function inLine(words: string, before: string): string {
  const line = words.replace(/[ \t\r\n]+/g, ' ');
  return before === '' || /\s$/.test(before) ? line.trimStart() : line;
}
