/** What the generated template functions call: every value of a mail passes through here. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Marks that reorder the text around them: a name could make the sentence it stands in say something else. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A value that stands within a line: no line breaks, nothing invisible. */
export function line(value: string): string {
  return value.replace(controls, '').replace(reordering, '').replace(/\s+/g, ' ').trim();
}

/** A text of several paragraphs: Unix line ends, at most one blank line in a row. */
export function prose(value: string): string {
  return value
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');
}

/** An http(s) address, or `#`: a link never carries another scheme. */
export function webAddress(value: string): string {
  const address = line(value);
  return /^https?:\/\/[^\s]+$/i.test(address) ? address : '#';
}

/** Blank lines part paragraphs; single line breaks stay line breaks. */
export function paragraphs(value: string): string {
  return prose(value)
    .split('\n\n')
    .map(
      (paragraph) =>
        `<p dir="auto" style="margin:0 0 20px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('\n');
}
