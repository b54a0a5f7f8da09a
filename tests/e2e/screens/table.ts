import { fileURLToPath } from 'node:url';
import { adminScreens } from './admin.ts';
import { picturesOf } from './camera.ts';
import { publicScreens } from './public.ts';
import { readerScreens } from './reader.ts';
import { withdrawalScreens } from './withdrawal.ts';

/** Where the approved pictures are. */
export const pictureFolder = fileURLToPath(new URL('../pictures', import.meta.url));

/** Every screen, in each of its states. */
export const screens = [...publicScreens, ...adminScreens, ...readerScreens, ...withdrawalScreens];

/** @returns the names of all pictures; two screens of one name would share theirs, and do not */
export const allPictures = (): string[] => screens.flatMap(picturesOf);
