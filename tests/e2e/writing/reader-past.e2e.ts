import { colleague, expectDone, openDesk } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  answerShort,
  choose,
  openReaderDesk,
  readerElsewhere,
  sellRejected,
  sellTo,
  subject,
  text,
  wayBack,
} from '../steps/reader-steps.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

/* What readers see of what was written before. */

const { step } = testAlone;

// What is approved leaves at once.
testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

testAlone(
  'who writes for a customer again sees what they were sent, unless the admin keeps it back',
  async ({ page, browser, service }) => {
    const admin = await colleague(service.url);
    const customerEmail = 'maya.again@customers.example';
    const question = 'Will the bakery feed us both?';
    const first = await sellTo(service, admin, 'reader2', {
      customerEmail,
      readingType: 'other',
      customQuestion: question,
    });
    const { id } = await admin.ask<{ id: string }>('POST', '/api/readings', {
      orderId: first.id,
      content: 'The Star speaks of patience.',
      cards: [{ card: 'the-star', isReversed: true, position: 'Past' }],
    });
    await admin.ask('PUT', `/api/readings/${id}/approve`, {});
    await expect.poll(async () => (await admin.order(first.id)).deliveredAt).not.toBeNull();
    const again = await sellTo(service, admin, 'reader1', { customerEmail });
    const other = await sellTo(service, admin, 'reader1');
    const earlier = page.getByRole('region', { name: 'Earlier readings for this customer' });
    await openReaderDesk(page, service.url, 'reader1');

    await step('the question, and the text with its cards when it is opened', async () => {
      await choose(page, again);
      await expect(earlier).toContainText(question);
      await expect(earlier.getByText('The Star speaks of patience.')).toHaveCount(0);
      await earlier.getByText(question).click();
      await expect(earlier.getByText('The Star speaks of patience.')).toBeVisible();
      await expect(earlier.getByRole('list', { name: 'The cards that were drawn' })).toContainText(
        /The Star.*Past/,
      );
      await expect(page.getByText(customerEmail)).toHaveCount(0);
      await expectNoFlaws(page);
    });
    await step('nothing beside the order of somebody else', async () => {
      await choose(page, other);
      await expect(subject(page)).toContainText(other.name);
      await page.waitForLoadState('networkidle');
      await expect(earlier).toHaveCount(0);
    });
    await step('the admin switches it off', async () => {
      const office = await (await browser.newContext({ baseURL: service.url })).newPage();
      await openDesk(office, service.url, '?tab=settings');
      const setting = office.getByRole('checkbox', { name: 'Earlier readings for the same customer' });
      await expect(setting).toBeChecked();
      await setting.uncheck();
      await expectDone(office, 'Setting Updated', 'Readers see no earlier readings.');
      await office.reload();
      await expect(setting).toBeEnabled();
      await expect(setting).not.toBeChecked();
      await expectNoFlaws(office);
      await office.context().close();
      await page.goto(`/reader/orders/${again.orderNumber}`);
      await expect(subject(page)).toContainText(again.name);
      await page.waitForLoadState('networkidle');
      await expect(earlier).toHaveCount(0);
    });
  },
);

testAlone(
  'what was handed in is read again, with its versions and what was said of it',
  async ({ page, browser, service }) => {
    const admin = await colleague(service.url);
    const order = await sellRejected(service, admin, 'reader1', {
      content: 'The Star speaks of patience.',
      feedback: 'Please say more of the Star.',
    });
    await openReaderDesk(page, service.url, 'reader1');
    await choose(page, order);
    await text(page).fill('The Star speaks of patience and hope.');
    await page.keyboard.press('Control+Enter');
    await answerShort(page);
    const recent = page.getByRole('region', { name: 'My Recent Submissions' });
    const reading = page.getByRole('article', { name: 'The reading' });

    await step('opened from the list, and left again', async () => {
      await recent.getByRole('link', { name: order.orderNumber }).click();
      await expect(page).toHaveURL(`${service.url}/reader/orders/${order.orderNumber}`);
      await expect(reading).toContainText('The Star speaks of patience and hope.');
      await expect(reading).toContainText('Under Review');
      await expect(subject(page)).toContainText('Please say more of the Star.');
      await subject(page).getByText('Versions (2)').click();
      await subject(page).getByRole('button', { name: 'Show changes' }).click();
      await expect(subject(page).locator('ins')).toHaveText('and hope');
      await expect(page.getByLabel('Reading content')).toHaveCount(0);
      await expectNoFlaws(page);
      await page.setViewportSize({ width: 1280, height: 720 });
      await wayBack(page).click();
      await expect(recent.getByRole('link', { name: order.orderNumber })).toBeFocused();
    });
    await step('also when it is delivered, by its link', async () => {
      const { id } = await admin.readingOf(order.id);
      await admin.ask('PUT', `/api/readings/${id}/approve`, {});
      const response = await page.goto(`/reader/orders/${order.orderNumber}`);
      expect(response?.status()).toBe(200);
      await expect(reading).toContainText('Delivered');
      await expect(reading).toContainText('The Star speaks of patience and hope.');
    });
    await step('by nobody else', async () => {
      const other = await readerElsewhere(browser, service, 'reader2');
      const response = await other.goto(`/reader/orders/${order.orderNumber}`);
      expect(response?.status()).toBe(404);
      await expect(other.getByRole('region', { name: 'Not found' })).toContainText(order.orderNumber);
      await expect(other.getByText('The Star speaks')).toHaveCount(0);
      await other.context().close();
    });
  },
);
