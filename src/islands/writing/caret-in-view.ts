type Field = HTMLTextAreaElement | null;

export function showPassage(field: Field, { from, to }: { from: number; to: number }): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(from, to);
  keepCaretInView(field);
}

/** Scrolls a field to its caret when that is out of sight. */
export function keepCaretInView(field: Field): void {
  if (!field) return;
  // Measures the text up to the caret: browsers do not give the position of the caret.
  const measure = field.cloneNode() as HTMLTextAreaElement;
  measure.value = field.value.slice(0, field.selectionEnd);
  measure.style.cssText = `position: absolute; visibility: hidden; height: 0; min-height: 0; width: ${field.offsetWidth}px`;
  field.after(measure);
  const bottom = measure.scrollHeight;
  measure.remove();
  const { scrollTop, clientHeight } = field;
  const line = Number.parseFloat(getComputedStyle(field).lineHeight);
  if (bottom > scrollTop + clientHeight) field.scrollTop = bottom - clientHeight;
  else if (bottom - 2 * line < scrollTop) field.scrollTop = bottom - clientHeight / 2;
}
