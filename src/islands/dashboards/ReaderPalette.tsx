import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { createReaderPalette } from '../../client/dashboards/reader-palette.ts';
import { signOut } from '../../client/sign-in/session.ts';
import { Palette } from '../palette/Palette.tsx';
import type { OpenablePalette } from '../palette/PaletteButton.tsx';

export function ReaderPalette({ desk, ...dialog }: OpenablePalette & { desk: ReaderDesk }) {
  return <Palette {...dialog} createSource={() => createReaderPalette(desk, signOut)} />;
}
