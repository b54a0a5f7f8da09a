import { fileURLToPath } from 'node:url';
import { adminScreens } from './admin.ts';
import { picturesOf } from './camera.ts';
import { publicScreens } from './public.ts';
import { readerScreens } from './reader.ts';
import { withdrawalScreens } from './withdrawal.ts';

export const pictureFolder = fileURLToPath(new URL('../pictures', import.meta.url));

export const screens = [...publicScreens, ...adminScreens, ...readerScreens, ...withdrawalScreens];

/** @returns the names of all pictures; two screens of one name would share theirs, and do not */
export const allPictures = (): string[] => screens.flatMap(picturesOf);
