import { createRoot } from 'react-dom/client';
import { Toaster } from './Toaster.tsx';

/** Starts the toaster on a page without islands. */
export function mountToaster(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Toaster />);
}
