import { openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

test('an admin has backups made by themselves, and one now', async ({ page, service }) => {
  await openDesk(page, service.url, '?tab=settings&section=service');
  const card = page.getByRole('region', { name: 'Backups' });
  await expect(card).toContainText('No backup was made yet.');

  await test.step('one now', async () => {
    await card.getByRole('button', { name: 'Back up now' }).click();
    await expect(card).toContainText('One copy is there');
    await expect(card).toContainText('The last one is of');
    await expectNoFlaws(page);
  });

  await test.step('none at all is refused at its field; what is saved stays', async () => {
    await card.getByRole('checkbox', { name: 'Make backups automatically' }).check();
    for (const field of ['Hours', 'Days', 'Weeks']) await card.getByLabel(field).fill('0');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByLabel('Days')).toHaveAccessibleDescription(/Keep at least one copy\./);
    await card.getByLabel('Days').fill('14');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Which backups are made was changed.').first()).toBeVisible();
    await page.reload();
    await expect(card.getByLabel('Days')).toHaveValue('14');
    await expect(card.getByRole('checkbox', { name: 'Make backups automatically' })).toBeChecked();
  });
});
