import { signOut } from '../account/sign-in/session.ts';
import type { ReaderDesk } from '../writing/reader-desk.ts';
import { Palette } from './palette/Palette.tsx';
import type { OpenablePalette } from './palette/PaletteButton.tsx';
import { createReaderPalette } from './reader-palette.ts';

export function ReaderPalette({ desk, ...dialog }: OpenablePalette & { desk: ReaderDesk }) {
  return <Palette {...dialog} createSource={() => createReaderPalette(desk, signOut)} />;
}
