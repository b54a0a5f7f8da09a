import type { DialogState } from '../../ui/dialogs/Dialog.tsx';
import type { ReaderDesk } from '../writing/reader-desk.ts';
import { Palette } from './palette/Palette.tsx';
import { createReaderPalette } from './reader-palette.ts';

export function ReaderPalette({ desk, ...dialog }: DialogState & { desk: ReaderDesk }) {
  return <Palette {...dialog} createSource={() => createReaderPalette(desk, desk.session.signOut)} />;
}
