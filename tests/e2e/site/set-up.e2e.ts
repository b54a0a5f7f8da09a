import { testEmpty as test } from '../steps/empty-service.ts';
import { expect, expectNoFlaws, phone } from '../steps/steps.ts';

test('sets up a new shop from the printed link, even without scripts', async ({
  page,
  browser,
  started: { link, log },
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  const owner = await context.newPage();
  /** The same page, in a browser that runs what finds flaws. */
  const lookAtStep = async () => {
    await page.context().addCookies(await context.cookies());
    await page.setViewportSize(phone);
    await page.goto(owner.url());
    await expectNoFlaws(page);
  };
  const press = (name: string) => owner.getByRole('button', { name }).click();

  await test.step('the owner creates an account, with errors at the fields', async () => {
    await owner.goto(link);
    await owner.getByLabel('Your username').fill('Ada');
    await owner.getByLabel('Your email address').fill('ada@quiet.example');
    await owner.getByLabel('Password', { exact: true }).fill('the wheel turns');
    await owner.getByLabel('Confirm password').fill('the wheel');
    await press('Create account');
    await expect(owner.getByLabel('Your username')).toHaveValue('Ada');
    await expect(owner.getByLabel('Confirm password')).toHaveAccessibleDescription(
      'The passwords don’t match.',
    );
    await lookAtStep();
    await owner.getByLabel('Password', { exact: true }).fill('the wheel turns');
    await owner.getByLabel('Confirm password').fill('the wheel turns');
    await press('Create account');
  });

  await test.step('a second visitor finds the link used', async () => {
    const late = await page.request.get(link);
    expect(late.status()).toBe(410);
    expect(await late.text()).toContain('It was used to create an account.');
  });

  await test.step('the owner describes the business', async () => {
    await expect(owner.getByRole('heading', { name: 'Your business' })).toBeVisible();
    await lookAtStep();
    await owner.getByLabel('Business name').fill('Quiet Cards');
    await expect(owner.getByLabel('Contact email')).toHaveValue('ada@quiet.example');
    await owner.getByLabel('Name on card statements').fill('QUIET CARDS');
    await press('Save and continue');
  });

  await test.step('the owner adds a reader', async () => {
    await expect(owner.getByRole('heading', { name: 'Add a reader' })).toBeVisible();
    await owner.getByLabel('Username').fill('Rita');
    await lookAtStep();
    await owner.getByLabel('Email address').fill('rita@quiet.example');
    await press('Invite reader');
  });

  await test.step('the owner sees the backups and the missing connections', async () => {
    await expect(owner.getByRole('checkbox', { name: 'Back up the database' })).toBeChecked();
    const unconnected = owner.getByRole('region', { name: 'Not connected yet' });
    for (const setting of ['STRIPE_SECRET_KEY', 'SMTP_URL', 'BACKUP_COMMAND']) {
      await expect(unconnected).toContainText(setting);
    }
    await lookAtStep();
    await press('Open the dashboard');
  });

  await test.step('the dashboard opens with the remaining steps', async () => {
    await expect(owner).toHaveURL(/\/admin\/dashboard\?tab=today$/);
    await lookAtStep();
    // In the browser that runs scripts, with the same session.
    const steps = page.getByRole('region', { name: 'First steps' });
    const line = (name: string) => steps.getByRole('listitem').filter({ hasText: name });
    await expect(line('Set your email')).toContainText(': done');
    await expect(line('Add a reader')).toContainText(': done');
    await expect(line('Connect Stripe')).toContainText(': to do');
    await expect(page.getByRole('banner')).toContainText('Sandbox: no money moves');
    // The first backup is made by itself.
    await expect(async () => {
      await page.reload();
      await expect(line('Make backups')).toContainText(': done', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expectNoFlaws(page);
  });
  expect(log()).toContain('the first admin was created');
  expect(log()).not.toContain(link.split('/').at(-1));
});
