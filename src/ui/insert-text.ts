/** Inserts text at the caret in one step that the browser can undo. */
export function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}
