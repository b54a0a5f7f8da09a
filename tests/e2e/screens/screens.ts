import { fileURLToPath } from 'node:url';
import { type BrowserContext, type Page, test } from '@playwright/test';
import { hasFonts } from '../../browser.ts';
import { leftOut } from '../../reports.ts';
import { expectNoFlaws } from '../steps/steps.ts';
import { adminScreens } from './admin.ts';
import { compare, picturesOf, prepare, type Screen } from './camera.ts';
import { publicScreens } from './public.ts';
import { readerScreens } from './reader.ts';

export const pictureFolder = fileURLToPath(new URL('../pictures', import.meta.url));

export const screens = [...publicScreens, ...adminScreens, ...readerScreens];

export const allPictures = (): string[] => screens.flatMap(picturesOf);

// Only Linux draws letters as in the pictures.
const canCompare = process.platform === 'linux' && hasFonts();

export function titleOf({ name, isPictured }: Screen): string {
  return `${name} has no flaws${isPictured ? ' and looks as approved' : ''}`;
}

/** Expects no flaws in a state of a screen, and that it matches its approved pictures, if any. */
export async function checkScreen(
  screen: Screen,
  { context, page, service }: { context: BrowserContext; page: Page; service: { url: string } },
): Promise<void> {
  await prepare(context);
  await screen.reach(page, service.url);
  if (canCompare && screen.isPictured) await compare(page, screen);
  else if (screen.isPictured) {
    const description = 'its pictures are compared on Linux, with fonts-liberation';
    test.info().annotations.push({ type: leftOut, description });
  }
  await expectNoFlaws(page);
}
