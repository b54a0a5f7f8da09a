/** Puts text where the caret is, in the field that has the focus: as one step that the browser can undo. */
export function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}
