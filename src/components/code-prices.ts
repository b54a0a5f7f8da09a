import type { QuoteAnswer } from '../shared/checkout/checkout-schema.ts';

/* It imports no code, so that it can be inlined into the page. */

/**
 * Shows each offer's price with the code from the address or stored in the tab. An offer that the server refuses to
 * price keeps its price.
 * @throws if the server can't be reached
 */
export async function showCodePrices(): Promise<void> {
  const code = findCode();
  if (!code) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-priced]')) {
    const body = JSON.stringify({ offer: place.dataset.priced, code });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/api/quote', { method: 'POST', headers, body });
    if (!answer.ok) continue;
    const { amountText }: QuoteAnswer = await answer.json();
    const [before, now] = place.querySelectorAll<HTMLElement>('[data-before], [data-now]');
    if (!before || !now) continue;
    before.hidden = false;
    now.textContent = amountText;
  }
}

function findCode(): string | null {
  const parameters = [...new URLSearchParams(location.search)];
  const [, named] = parameters.find(([name]) => name.toLowerCase() === 'code') ?? [];
  try {
    // Kept by lib/code-links.ts.
    return named || sessionStorage.getItem('checkout-code');
  } catch {
    return null;
  }
}
