/* Inlined in the page: an import would be another file. */

const news = {
  title: 'New Version',
  description: 'This page has a new version, so we reloaded it.',
};

/** Reloads the page, once per file, if the file is gone (404), and saves a toast. @returns whether it reloads */
export async function reloadIfMissing(file: string): Promise<boolean> {
  try {
    const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' });
    if (status !== 404 || sessionStorage.getItem('gone') === file) return false;
    sessionStorage.setItem('gone', file);
    // Like saveToast (saved-toast.ts), but on leaving: this page would take the toast.
    addEventListener('pagehide', () => sessionStorage.setItem('toast', JSON.stringify(news)));
    location.reload();
    return true;
  } catch {
    return false;
  }
}
