import { colleague, openDesk, openOrderDialog, orderDialog, rowOf, signInHere } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { assignment, sellTo, subject } from '../steps/reader-steps.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

/* The day that was promised is the same one for everybody, and a desk's clock is the business's, wherever it is. */

/** Where it is always another day than in Berlin, whenever this runs. */
function farFromBerlin(): string {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Europe/Berlin',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return Number(hour.format()) < 12 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
}

test.use({ timezoneId: 'Europe/Berlin', environment: { BUSINESS_TIMEZONE: farFromBerlin() } });

test('shows customer, admin, and reader the same due date across time zones', async ({ page, service }) => {
  const { url } = service;
  const admin = await colleague(url);
  const order = await sellTo(service, admin, 'reader1');
  const [confirmation] = await mailsTo(page.request, order.email, 1);
  const promised = /by (\w+day), (\w+ \d+)/.exec(confirmation?.text ?? '');
  const [, weekday = '', date = ''] = promised ?? [];
  const short = date.replace(/(?<=^...)\w*/, '');

  await test.step('the order page shows the due date', async () => {
    await page.goto(orderLink(confirmation));
    await expect(page.getByRole('main')).toContainText(`${weekday}, ${date}`);
  });

  await test.step('the admin sees the due date with times in list and order', async () => {
    await openDesk(page, url);
    await expect(rowOf(page, order)).toContainText(`${weekday.slice(0, 3)}, ${short}`);
    await openOrderDialog(page, url, order);
    const facts = orderDialog(page, order).getByRole('region', { name: 'Facts' });
    await expect(facts).toContainText(
      new RegExp(`${weekday.slice(0, 3)}, ${short}, \\d{4}, \\d+:\\d+\\s[AP]M`),
    );
    const { createdAt } = await admin.order(order.id);
    const there = { timeZone: farFromBerlin(), dateStyle: 'medium', timeStyle: 'short' } as const;
    const ordered = new Intl.DateTimeFormat('en-US', there)
      .format(new Date(createdAt))
      .split(/\s/)
      .join('\\s');
    await expect(facts).toContainText(new RegExp(`Order date${ordered}`));
    await expect(
      page.getByText(`${farFromBerlin().split('/').at(-1)?.replaceAll('_', ' ')} time`),
    ).toHaveCount(1);
  });

  await test.step('the reader sees the due date', async () => {
    await page.context().clearCookies();
    await signInHere(page, url, 'reader1');
    await page.goto('/reader/dashboard');
    await expect(assignment(page, order)).toContainText(`${weekday}, ${short}`);
    await page.goto(`/reader/orders/${order.orderNumber}`);
    await expect(subject(page)).toContainText(`${weekday}, ${short}`);
  });
});
