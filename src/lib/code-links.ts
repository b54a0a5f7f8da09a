/** The `codeKey` of features/checkout/checkout-memory.ts, whose import would cost the page a request. */
const codeKey = 'checkout-code';

/** Stores the address's promotion code (`?code=SPRING`) in the tab, and adds the tab's code to links to our pages. */
export function carryCode(): void {
  const named = [...new URLSearchParams(location.search)].find(
    ([name]) => name.toLowerCase() === 'code',
  )?.[1];

  /** Returns the current code: the order form may have stored another one, or removed it. */
  function findCode(): string | null | undefined {
    try {
      return sessionStorage.getItem(codeKey);
    } catch {
      return named;
    }
  }

  function writeLinks(): void {
    const code = findCode();
    for (const link of document.links) {
      const isWithinPage = link.hash !== '' && link.pathname === location.pathname;
      if (link.origin !== location.origin || isWithinPage) continue;
      const query = new URLSearchParams(link.search);
      if ((query.get('code') ?? '') === (code ?? '')) continue;
      if (code) query.set('code', code);
      else query.delete('code');
      link.search = query.toString();
    }
  }

  try {
    if (named) sessionStorage.setItem(codeKey, named);
  } catch {
    // The browser refuses to store anything: only the links carry the code.
  }
  writeLinks();
  // Runs before a link can be opened in any way.
  for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, writeLinks, true);
}
