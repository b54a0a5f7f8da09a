/* Inlined in the page: an import would be a file to fetch. */

const news = {
  title: 'New Version',
  description: 'There is a new version of this page, so it was loaded again.',
};

/** Loads the page again, once for each file, when one is gone, as after an upgrade. @returns whether it does */
export async function reloadWithout(file: string): Promise<boolean> {
  try {
    const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' });
    if (status !== 404 || sessionStorage.getItem('gone') === file) return false;
    sessionStorage.setItem('gone', file);
    // As leaveToast does (toast-handover.ts); earlier, this page would take it.
    addEventListener('pagehide', () => sessionStorage.setItem('toast', JSON.stringify(news)));
    location.reload();
    return true;
  } catch {
    return false;
  }
}
