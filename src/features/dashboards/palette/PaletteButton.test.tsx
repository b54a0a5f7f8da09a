import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { DialogState } from '../../../ui/dialogs/Dialog.tsx';
import { lazyDialog } from '../../../ui/errors/lazy-part.tsx';
import { Toaster } from '../../../ui/Toaster.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import '../../../styles/desk.css';

test('loads the palette on another press after a failed load', async () => {
  let isOffline = true;
  const Found = ({ open }: DialogState) => open && <p>Search or run</p>;
  async function load() {
    if (isOffline) throw new Error('offline');
    return { Found };
  }
  const Palette = lazyDialog<'Found', DialogState & { desk: object }>(load, 'Found', 'The search');
  await render(
    <>
      <PaletteButton desk={{}} Palette={Palette} />
      <Toaster />
    </>,
  );
  const find = page.getByRole('button', { name: /^Find/ });
  await find.click();
  await expect.element(page.getByText('Not Opened')).toBeVisible();
  isOffline = false;
  await find.click();
  await expect.element(page.getByText('Search or run')).toBeVisible();
});
