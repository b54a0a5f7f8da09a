import { cardOf, expectDone, openDesk, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo } from '../steps/steps.ts';

test.use({ environment: { APPROVAL_UNDO_SECONDS: '60' } });

test('undoes an approval after a reload, before the mail leaves', async ({
  page,
  service: { url },
  admin,
}) => {
  const { order } = await sellAndWrite(url, admin, 'The Star.');
  const { orderNumber } = order;
  await openDesk(page, url, '?tab=approvals');
  await cardOf(page, order).getByRole('button', { name: 'Approve & Send' }).click();
  await expect(cardOf(page, order)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: `Undo the approval of ${orderNumber}` }).click();
  const undone = `No email was sent. ${orderNumber} is waiting for approval again.`;
  await expectDone(page, 'Approval Undone', undone);
  await expect(cardOf(page, order)).toBeVisible();
  expect((await admin.order(order.id)).status).toBe('reading_uploaded');
  await mailsTo(page.request, order.email, 1);
});
