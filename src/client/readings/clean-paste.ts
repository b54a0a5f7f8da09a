const blocks =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre, table, section, article, header, footer';

/** Makes paragraphs one empty line apart, and replaces characters that only look like a space. */
export function cleanPaste(html: string, plain: string): string {
  const text = (html.trim() ? textOf(html) : plain)
    .replace(/\r\n?|[\v\f\u0085\u2028]/g, '\n')
    .replace(/\u2029/g, '\n\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g, ' ')
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n');
  return html.trim() ? text.trim() : text;
}

function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('style, script, title, template')) hidden.remove();
  for (const pre of body.querySelectorAll('pre')) pre.innerHTML = pre.innerHTML.replaceAll('\n', '<br>');
  // Other line breaks in HTML mean nothing.
  body.innerHTML = body.innerHTML.replace(/[ \t\r\n]+/g, ' ');
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  for (const row of body.querySelectorAll('tr')) row.prepend('\n');
  for (const item of body.querySelectorAll('li')) item.prepend('\n- ');
  for (const block of body.querySelectorAll(blocks)) {
    if (block.parentElement?.closest('li')) continue;
    block.before('\n\n');
    block.after('\n\n');
  }
  return body.textContent ?? '';
}
