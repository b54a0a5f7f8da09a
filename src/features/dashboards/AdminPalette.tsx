import type { DialogState } from '../../ui/dialogs/Dialog.tsx';
import { focusedOrderId } from '../../ui/keys.ts';
import type { AdminDesk } from './admin-desk.ts';
import { createAdminPalette } from './admin-palette.ts';
import { Palette } from './palette/Palette.tsx';

export function AdminPalette({ desk, ...dialog }: DialogState & { desk: AdminDesk }) {
  const createSource = () =>
    createAdminPalette(desk, {
      signOut: desk.session.signOut,
      go: (address) => location.assign(address),
      focusedOrderId,
      hasKeys: !matchMedia('(pointer: coarse)').matches,
    });
  return <Palette {...dialog} createSource={createSource} />;
}
