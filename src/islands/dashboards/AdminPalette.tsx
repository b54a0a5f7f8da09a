import type { AdminDesk } from '../../client/dashboards/admin-desk.ts';
import { createAdminPalette } from '../../client/dashboards/admin-palette.ts';
import { signOut } from '../../client/sign-in/session.ts';
import { Palette } from '../palette/Palette.tsx';
import type { OpenablePalette } from '../palette/PaletteButton.tsx';
import { focusedRow } from '../ui/keys.ts';

export function AdminPalette({ desk, ...dialog }: OpenablePalette & { desk: AdminDesk }) {
  const createSource = () =>
    createAdminPalette(desk, {
      signOut,
      go: (address) => location.assign(address),
      focusedRow,
      hasKeys: !matchMedia('(pointer: coarse)').matches,
    });
  return <Palette {...dialog} createSource={createSource} />;
}
