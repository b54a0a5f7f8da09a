/* The page itself contains this: an import would be another file. */

const news = {
  title: 'New Version',
  description: 'There is a new version of this page, so it was loaded again.',
};

/** Reloads the page, once, when a file of it is gone, as after an upgrade. @returns whether it does */
export async function reloadIfMissing(file: string): Promise<boolean> {
  try {
    const { status } = await fetch(file, { method: 'HEAD', cache: 'no-store' });
    if (status !== 404 || sessionStorage.getItem('gone') === file) return false;
    sessionStorage.setItem('gone', file);
    // As saveToast does (saved-toast.ts), and not before: this page would take it.
    addEventListener('pagehide', () => sessionStorage.setItem('toast', JSON.stringify(news)));
    location.reload();
    return true;
  } catch {
    return false;
  }
}
