/** An expression that records the errors in its page from then on: WebDriver has no console. */
export const keepComplaints = `(${listen})()`;

/** An expression that returns the errors recorded since the tab was opened. */
export const complaints = `JSON.parse(sessionStorage.getItem('complaints') ?? '[]')`;

/** Runs in the page. Records for the whole tab, because one page follows another. */
function listen(): void {
  if (Reflect.has(window, 'keepsComplaints')) return;
  Reflect.set(window, 'keepsComplaints', true);
  const keep = (text: string) => {
    const kept: string[] = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
    sessionStorage.setItem('complaints', JSON.stringify([...kept, `${location.pathname}: ${text}`]));
  };
  const onError = ({ target, message }: ErrorEvent) => {
    if (!(target instanceof Element)) keep(message);
    // Firefox reports this even for a module it has; the importing script reports a missing one.
    else if (!target.matches('[rel="modulepreload"]')) keep(`not loaded: ${target.outerHTML}`);
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => keep(`not caught: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    keep(`${effectiveDirective} was violated by ${blockedURI}`);
  });
  const tell = console.error;
  console.error = (...words: unknown[]) => {
    keep(words.map(String).join(' '));
    tell(...words);
  };
}
