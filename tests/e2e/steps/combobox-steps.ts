import type { Locator } from '@playwright/test';
import { expect } from './steps.ts';

/** Home, End and the arrows mark one of the list, which goes round, while the focus stays in the field. */
export async function expectChosenByKeys(field: Locator, options: Locator): Promise<void> {
  const expectMarked = async (option: Locator) => {
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(option).toBeInViewport();
    const id = await option.getAttribute('id');
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? '');
    await expect(field).toBeFocused();
  };
  await field.press('End');
  await expectMarked(options.last());
  await field.press('ArrowDown');
  await expectMarked(options.first());
  await field.press('ArrowUp');
  await expectMarked(options.last());
  await field.press('Home');
  await expectMarked(options.first());
}
