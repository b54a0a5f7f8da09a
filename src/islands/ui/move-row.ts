/** Moves the focus to the next (1) or the previous (-1) row of what is on the page. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const active = rows.findIndex((row) => row.contains(document.activeElement));
  const next = active === -1 ? (step === 1 ? 0 : rows.length - 1) : active + step;
  rows[next]?.focus();
}

/** @returns the id of the order in whose row of the list the focus is; null when it is in none */
export function focusedRow(): string | null {
  return document.activeElement?.closest('tr')?.dataset.order ?? null;
}
