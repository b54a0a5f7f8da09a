/** Moves the focus to the next or previous row of the page. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const active = rows.findIndex((row) => row.contains(document.activeElement));
  const next = active === -1 ? (step === 1 ? 0 : rows.length - 1) : active + step;
  rows[next]?.focus();
}

export function focusedRow(): string | null {
  return document.activeElement?.closest('tr')?.dataset.order ?? null;
}
