import { expect, test } from 'vitest';
import { openOrder, orderDialog } from '../../../tests/kit/components/open-order.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectRefused } from '../../../tests/kit/components/toasts.ts';
import { aMail, anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';

const button = (name: string) => orderDialog.getByRole('button', { name, exact: true });
const field = orderDialog.getByRole('textbox', { name: 'New email address' });
const save = button('Save & resend');
const mail = orderDialog.getByRole('list', { name: 'Emails of this order' }).getByRole('listitem');

async function openMails(calls: Partial<StaffApi> = {}, order = () => anOrder()) {
  return openOrder({ orderMails: async () => [aMail({ movesAlong: true })], ...calls }, order);
}

test('corrects an address in place and refuses an invalid one', async () => {
  let order = anOrder();
  const correctAddress = failOnce(async (_id: string, customerEmail: string) => {
    order = anOrder({ customerEmail });
    return [];
  });
  await openMails({ correctAddress }, () => order);
  await button('Correct address').click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('ana@example.com');
  await field.fill('ana at home');
  await save.click();
  await expect.element(field).toHaveAccessibleDescription(/The email address doesn’t look right\./);
  await field.fill('ana@home.example');
  await save.click();
  await expectRefused('Update Failed', 'Failed to correct the address');
  await expect.element(field).toHaveValue('ana@home.example');
  await expect.element(field).toHaveFocus();
  await save.click();
  await expect.element(orderDialog).toMatchTextContent('Customer emailana@home.example');
  await expect.element(button('Correct address')).toHaveFocus();
});

test('names the mails that a new address gets', async () => {
  const [sent, reading] = [aMail(), aMail({ id: 2, kind: 'reading_delivery', movesAlong: true })];
  const question = aMail({ id: 3, kind: 'customer_question', movesAlong: true });
  let mails = [sent, reading];
  const { desk } = await openMails({ orderMails: async () => mails });
  await button('Correct address').click();
  await expect.element(button('Save & resend')).toBeVisible();
  mails = [sent, reading, question];
  await desk.orderActions.mailsOf('o1').refresh();
  await expect.element(field).toHaveAccessibleDescription(/to the new address: Reading, Question\.$/);
  await expect.element(button('Save & resend')).toBeVisible();
  mails = [sent];
  await desk.orderActions.mailsOf('o1').refresh();
  await expect.element(field).toHaveAccessibleDescription('Later emails will go there.');
  await expect.element(button('Save')).toBeVisible();
});

test('shows why a mail failed and sends it again', async () => {
  const failed = aMail({ state: 'failed', sentAt: null, lastError: '550 No such user here' });
  let mails = [failed];
  const resendMail = failOnce(async () => {
    mails = [aMail({ state: 'queued', attempts: 0, sentAt: null })];
    return mails;
  });
  await openMails({ orderMails: async () => mails, resendMail });
  await expect.element(mail).toMatchTextContent('Order confirmationFailedana@example.com');
  await expect.element(mail).toMatchTextContent('Could not be delivered · 1 attempt');
  const toDo = orderDialog.getByRole('region', { name: 'What needs doing' });
  const resend = button('Resend: Order confirmation to ana@example.com');
  await resend.click();
  await expectRefused('Resend Failed', 'Failed to send the email again');
  await expect.element(toDo).toMatchTextContent('550 No such user here');
  await resend.click();
  await expect.element(mail).toMatchTextContent('Waiting to be sent');
  mails = [aMail()];
  await button('Check again').click();
  await expect.element(mail).toMatchTextContent('Order confirmationSent');
  await expect.element(button('Check again')).not.toBeInTheDocument();
});
