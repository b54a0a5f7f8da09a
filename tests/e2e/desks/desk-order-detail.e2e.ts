import type { Locator } from '@playwright/test';
import { openDatabase } from '../../../db/client.ts';
import { createBusinessDays } from '../../../src/client/desk/business-days.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import type { OrderEvent } from '../../../src/shared/orders/orders.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { checkoutPath, expectOk, openBrowser, payWithCard } from '../../faults/attacks-support/browser.ts';
import type { AttackedService } from '../../faults/attacks-support/service.ts';
import {
  asWritten,
  type Colleague,
  colleague,
  expectDone,
  expectFailuresTold,
  expectRefused,
  newerVersion,
  newTag,
  numberOf,
  openDesk,
  openOrderDialog,
  orderDialog,
  refuse,
  rowOf,
  type SoldOrder,
  sell,
  sellAndWrite,
  unsavedText,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { product } from '../steps/servers.ts';
import { expect, mailsTo, test } from '../steps/steps.ts';

/* The dialog of one order: its facts, its reading, its mails, its money, its history. */

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const content = (dialog: Locator) => dialog.getByLabel('Reading content');
const notes = (dialog: Locator) => dialog.getByLabel('Internal notes');
const readingOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Reading', exact: true });

/** What the facts say under a heading of theirs. */
function fact(dialog: Locator, label: string): Locator {
  const facts = dialog.getByRole('region', { name: 'Facts' });
  return facts
    .locator('dl > div', { has: dialog.page().getByText(label, { exact: true }) })
    .getByRole('definition');
}

/** The focus is somewhere in it, not lost with what had it. */
async function expectFocusIn(dialog: Locator): Promise<void> {
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
}

test('an order is there with all that is known of it, on screen and on paper', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url, {
    readingType: 'other',
    customQuestion: 'Should I open a bakery?',
    backgroundContext: 'Nine years of accounting.\nI bake at night.',
  });
  const { createdAt, dueAt, amount, assignedReader } = await admin.order(order.id);
  const dialog = await openOrderDialog(page, product.url, order);
  const facts = {
    'Customer name': order.name,
    'Customer email': order.email,
    'Name in the reading': order.addressee,
    'Reading type': 'Own question',
    'Order date': asWritten(createdAt),
    'Due date': createBusinessDays('America/New_York').datedDeadline(dueAt ?? ''),
    Amount: `$${amount.toFixed(2)}`,
  };
  for (const [label, text] of Object.entries(facts)) await expect(fact(dialog, label)).toHaveText(text);
  await expect(fact(dialog, 'Payment status').getByText('Paid', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Assigned reader')).toHaveValue(assignedReader?.id ?? '');
  await expect(dialog.getByText('Pending', { exact: true })).toBeVisible();
  await expect(dialog.getByText(`Placed on ${asWritten(createdAt)}`)).toBeVisible();
  await expect(dialog.getByText('Should I open a bakery?', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Nine years of accounting. I bake at night.', { exact: true })).toBeVisible();

  await test.step('it can be printed, without what is to be pressed, and without the list', async () => {
    const printed = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.print = () => resolve(true);
        }),
    );
    await button(dialog, 'Print order').click();
    expect(await printed).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(`Order ${order.orderNumber}`, { exact: true })).toBeVisible();
    await expect(dialog.getByText('Should I open a bakery?', { exact: true })).toBeVisible();
    await expect(fact(dialog, 'Customer email')).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveCount(0);
    await expect(content(dialog)).toBeHidden();
    await expect(page.locator('main')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('main')).toBeVisible();
  });

  await test.step('Escape and Back close it, and the focus is where it was', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(numberOf(page, order)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`[?&]order=${order.id}(&|$)`));
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(numberOf(page, order)).toBeFocused();
    await expect(page).not.toHaveURL(/[?&]order=/);
    await numberOf(page, order).click();
    await button(dialog, 'Close').click();
    await expect(dialog).toHaveCount(0);
    await expect(numberOf(page, order)).toBeFocused();
  });

  await test.step('without a background nothing is said of one', async () => {
    const plain = await sell(product.url);
    const other = await openOrderDialog(page, product.url, plain);
    await expect(fact(other, 'Reading type')).toHaveText('Career path');
    await expect(other.getByText(/^I don't know what to do with my life/)).toBeVisible();
    await expect(other.getByText('Background information')).toHaveCount(0);
  });
});

test('an order that is not in the list is opened by its address', async ({ page }) => {
  const order = await sell(product.url);
  const dialog = page.getByRole('dialog');
  await refuse(page, 'GET', `**/api/orders/${order.id}`, async () => {
    await openDesk(page, product.url, `?q=${newTag()}&order=${order.id}`);
    await expect(dialog.getByRole('alert')).toContainText('The order could not be loaded.');
  });
  await page.context().setOffline(true);
  await button(dialog, 'Try again').click();
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t reach the server.');
  await page.context().setOffline(false);
  await button(dialog, 'Try again').click();
  await expect(orderDialog(page, order)).toContainText(order.email);
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  await test.step('one that does not exist says so', async () => {
    await openDesk(page, product.url, '?order=nobodys');
    await expect(dialog.getByRole('alert')).toContainText('There is no such order.');
    await expect(dialog.getByRole('region', { name: 'Facts' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/order=/);
    await expect(page.getByRole('table')).toBeVisible();
  });
});

test('the reading of a pending order is written in its dialog', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const late = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  const upload = button(dialog, 'Upload Reading');
  const text = 'Maya, the Star speaks of patience — and of bread.';

  await expect(upload).toBeDisabled();
  await expect(dialog.getByText('0 characters · 0 words')).toBeVisible();
  await content(dialog).fill(' \n ');
  await expect(upload).toBeDisabled();
  await content(dialog).fill('Star');
  await expect(dialog.getByText('4 characters · 1 word', { exact: true })).toBeVisible();
  await content(dialog).fill(text);
  await expect(dialog.getByText(`${text.length} characters · 10 words`)).toBeVisible();
  await notes(dialog).fill('A careful one.');
  const expectTyped = async () => {
    await expect(content(dialog)).toHaveValue(text);
    await expect(notes(dialog)).toHaveValue('A careful one.');
  };
  await expectFailuresTold(page, {
    method: 'POST',
    call: '**/api/readings',
    title: 'Upload Failed',
    message: 'Failed to upload reading',
    act: () => upload.click(),
    kept: expectTyped,
  });
  await test.step('what is typed survives a reload and a closed dialog', async () => {
    await page.reload();
    await expectTyped();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await numberOf(page, order).click();
    await expectTyped();
  });
  await test.step('it is uploaded', async () => {
    await upload.click();
    await expectDone(page, 'Reading Uploaded', `The reading for ${order.orderNumber} waits for approval.`);
    await expect(readingOf(dialog).getByText('Pending Review', { exact: true })).toBeVisible();
    await expect(readingOf(dialog).getByText(text, { exact: true })).toBeVisible();
    await expect(readingOf(dialog).getByText('A careful one.', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Under Review', { exact: true })).toBeVisible();
    await expectFocusIn(dialog);
    expect(await admin.readingOf(order.id)).toMatchObject({ content: text, internalNotes: 'A careful one.' });
  });

  await test.step('somebody else was faster, and no word is lost', async () => {
    const other = await openOrderDialog(page, product.url, late);
    await content(other).fill('An hour of writing.');
    await admin.write(late.id, 'The Sun.');
    await button(other, 'Upload Reading').click();
    await expectRefused(page, 'Upload Failed', /^Meanwhile a reading of this order was handed in/);
    await expect(readingOf(other).getByText('The Sun.', { exact: true })).toBeVisible();
    await expect(unsavedText(other).getByRole('textbox')).toHaveValue('An hour of writing.');
    await expect(unsavedText(other)).toContainText('Somebody else handed in a reading of this order');
    await button(other, 'Edit the reading with it').click();
    await expect(content(other)).toHaveValue('An hour of writing.');
    await expect(unsavedText(other)).toHaveCount(0);
    await button(other, 'Save Changes').click();
    await expectDone(page, 'Reading Updated', `The reading for ${late.orderNumber} was saved.`);
    await expect(readingOf(other).getByText('An hour of writing.', { exact: true })).toBeVisible();
  });
});

test('a reading is read, noted and changed in its order’s dialog', async ({ page }) => {
  const admin = await colleague(product.url);
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Star speaks of patience.');
  const dialog = await openOrderDialog(page, product.url, order);
  const shown = readingOf(dialog);
  const says = (text: string) => expect(shown.getByText(text, { exact: true })).toBeVisible();
  const expectSaved = () =>
    expectDone(page, 'Reading Updated', `The reading for ${order.orderNumber} was saved.`);
  await says('Pending Review');
  await says('The Star speaks of patience.');
  await expect(shown).toContainText(`Written ${asWritten(reading.createdAt)}`);

  await test.step('notes', async () => {
    await button(shown, 'Edit Notes').click();
    await notes(shown).fill('Nothing of it.');
    await button(shown, 'Cancel').click();
    await says('No notes.');
    await button(shown, 'Edit Notes').click();
    await notes(shown).fill('Shorter, please.');
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/readings/*',
      title: 'Update Failed',
      message: 'Failed to update notes',
      act: () => button(shown, 'Save').click(),
      kept: () => expect(notes(shown)).toHaveValue('Shorter, please.'),
    });
    await button(shown, 'Save').click();
    await expectDone(page, 'Notes Updated', `The notes on ${order.orderNumber} were saved.`);
    await says('Shorter, please.');
    await expect(button(shown, 'Edit Notes')).toBeFocused();
  });

  await test.step('the text, by one admin at a time', async () => {
    await button(shown, 'Edit Reading').click();
    await expect(content(shown)).toBeFocused();
    await content(shown).fill('The Star speaks of courage.');
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/readings/*',
      title: 'Update Failed',
      message: 'Failed to update reading',
      act: () => button(shown, 'Save Changes').click(),
      kept: () => expect(content(shown)).toHaveValue('The Star speaks of courage.'),
    });
    await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star speaks of haste.' });
    await button(shown, 'Save Changes').click();
    await expectRefused(page, 'Update Failed', /^Meanwhile there is a newer version of this reading/);
    await expect(newerVersion(shown).getByRole('deletion').filter({ hasText: 'courage' })).toBeVisible();
    await expect(newerVersion(shown).getByRole('insertion').filter({ hasText: 'haste' })).toBeVisible();
    await button(shown, 'Keep mine').click();
    await button(shown, 'Save Changes').click();
    await expectSaved();
    await says('The Star speaks of courage.');
  });

  await test.step('its versions', async () => {
    await shown.getByText('Versions (3)', { exact: true }).click();
    const versions = shown.getByRole('group').getByRole('listitem');
    await expect(versions).toHaveCount(3);
    await expect(versions.first()).toContainText(/^Version 3admin, /);
    await button(versions.first(), 'Show changes').click();
    await expect(versions.first().getByRole('deletion').filter({ hasText: 'haste' })).toBeVisible();
    await expect(versions.first().getByRole('insertion').filter({ hasText: 'courage' })).toBeVisible();
    await button(versions.last(), 'Show text').click();
    await expect(versions.last()).toContainText('The Star speaks of patience.');
  });

  await test.step('rejected, it goes back under review by a change', async () => {
    await admin.ask('PUT', `/api/readings/${reading.id}/reject`, { feedback: 'Speak of both paths.' });
    await page.reload();
    await says('Rejected');
    await says('Speak of both paths.');
    await button(shown, 'Edit Reading').click();
    await content(shown).fill('The Star speaks of both paths, at last.');
    await button(shown, 'Save Changes').click();
    await expectSaved();
    await says('Pending Review');
    await expect(shown.getByText('Speak of both paths.', { exact: true })).toHaveCount(0);
  });

  await test.step('approved meanwhile, it is frozen, and what was typed stays', async () => {
    await button(shown, 'Edit Reading').click();
    await content(shown).fill('An hour of writing.');
    await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
    await button(shown, 'Save Changes').click();
    await expectRefused(page, 'Update Failed', /^Meanwhile the reading was approved/);
    await says('Approved');
    await says('The Star speaks of both paths, at last.');
    await expect(button(shown, 'Edit Reading')).toHaveCount(0);
    await expect(unsavedText(shown).getByRole('textbox')).toHaveValue('An hour of writing.');
    await page.reload();
    await expect(unsavedText(shown).getByRole('textbox')).toHaveValue('An hour of writing.');
    await button(shown, 'Discard it').click();
    await expect(unsavedText(shown)).toHaveCount(0);
    const { assignedReader } = await admin.order(order.id);
    await expect(fact(dialog, 'Assigned reader')).toHaveText(assignedReader?.username ?? 'Nobody');
  });
});

test('a reading is decided on in its order’s dialog, and its order stays where it is then', async ({
  page,
}) => {
  const admin = await colleague(product.url);
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Star speaks of patience.');
  const dialog = await openOrderDialog(page, product.url, order);
  const shown = readingOf(dialog);

  await test.step('sent back', async () => {
    await button(shown, 'Reject').click();
    const question = page.getByRole('alertdialog', { name: `Reject the reading for ${order.orderNumber}?` });
    await question.getByLabel('Feedback').fill('Speak of both paths.');
    await button(question, 'Reject').click();
    await expectDone(
      page,
      'Reading Rejected',
      `The reading for ${order.orderNumber} goes back for revision.`,
    );
    await expect(shown.getByText('Speak of both paths.', { exact: true })).toBeVisible();
    await expect(button(shown, 'Reject')).toHaveCount(0);
    await expect(button(shown, 'Approve & Send')).toHaveCount(0);
    await expectFocusIn(dialog);
  });

  await test.step('written anew and sent, with the mail before one’s eyes', async () => {
    await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Star speaks of both paths.' });
    await page.reload();
    await button(shown, 'Approve & Send').click();
    const question = page.getByRole('dialog', { name: `Send the reading for ${order.orderNumber}?` });
    await expect(question.frameLocator('iframe').getByText('The Star speaks of both paths.')).toBeVisible();
    await button(question, 'Send to the customer').click();
    await expectDone(page, 'Reading Approved', /^CT-\S+: email sent to customer/);
    await expect(shown.getByText('Approved', { exact: true })).toBeVisible();
    await expect(button(shown, 'Approve & Send')).toHaveCount(0);
    await expectFocusIn(dialog);
    await mailsTo(page.request, order.email, 2);
  });

  await test.step('it is given to nobody else, by itself or among others', async () => {
    await expect(dialog.getByLabel('Assigned reader')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.getByRole('checkbox', { name: `Select order ${order.orderNumber}` }).check();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(bar).toContainText('1 of them is approved and stays with its reader.');
    await bar.getByLabel('Reader for the selected orders').selectOption({ label: 'Nobody' });
    await expect(button(bar, 'Assign')).toBeDisabled();
  });
});

test('what was begun for an order stays when its money went back', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  await content(dialog).fill('An hour of writing.');
  await admin.ask('POST', `/api/orders/${order.id}/refund`, { refundedBefore: 0 });
  await button(dialog, 'Upload Reading').click();
  await expectRefused(page, 'Upload Failed', 'This order cannot be worked on: its payment is "Refunded".');
  await expect(unsavedText(dialog).getByRole('textbox')).toHaveValue('An hour of writing.');
  await expect(unsavedText(dialog)).toContainText(
    'The money of this order went back to the customer, so its reading is not needed.',
  );
});

/** All that has happened to an order. */
function eventsOf(admin: Colleague, { id }: SoldOrder): Promise<OrderEvent[]> {
  return admin.ask('GET', `/api/orders/${id}/events`);
}

test('the history says who did what and when', async ({ page }) => {
  const admin = await colleague(product.url);
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Star.');
  await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Sun.', internalNotes: 'Better.' });
  await admin.ask('PUT', `/api/readings/${reading.id}/reject`, {});
  await expect
    .poll(async () => (await eventsOf(admin, order)).map(({ type }) => type))
    .toContain('mail_sent');
  const events = await eventsOf(admin, order);
  const dialog = await openOrderDialog(page, product.url, order);
  await dialog.getByText(`History (${events.length})`, { exact: true }).click();
  const lines = dialog.getByRole('group').filter({ hasText: 'History' }).getByRole('listitem');
  await expect(lines.getByRole('time')).toHaveText(events.map(({ createdAt }) => asWritten(createdAt)));
  for (const line of [
    'Order placed · customer',
    /^Payment succeeded · \w+ \(\$60\.00\)/,
    /^Assigned · system \(to \S+\)/,
    'Mail sent · system (Order confirmation)',
    'Reading submitted · admin (version 1)',
    'Notes edited · admin',
    'Reading edited · admin (version 2)',
    'Reading rejected · admin (version 2)',
  ]) {
    await expect(lines.filter({ hasText: line })).toHaveCount(1);
  }
});

test('a wrong address is corrected, and what was sent goes to the right one', async ({ page }) => {
  const order = await sell(product.url);
  await mailsTo(page.request, order.email, 1);
  const dialog = await openOrderDialog(page, product.url, order);
  const field = dialog.getByLabel('Correct email address');
  const save = () => button(dialog, 'Save & send again').click();
  const right = `right.${order.email}`;
  await button(dialog, 'Correct address').click();
  await expect(field).toHaveValue(order.email);
  await save();
  await expectRefused(page, 'Update Failed', 'This already is the address of this order.');
  await field.fill('maya at home');
  await save();
  await expect(field).toHaveAccessibleDescription(
    /The email address doesn’t look right\. It should look like name@example\.com\./,
  );
  await field.fill(right);
  await expect(field).not.toHaveAccessibleDescription(/doesn’t look right/);
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/orders/*/email',
    title: 'Update Failed',
    message: 'Failed to correct the address',
    act: save,
    kept: () => expect(field).toHaveValue(right),
  });
  await page.reload();
  await expect(field).toHaveValue(right);
  await save();
  await expectDone(page, 'Address Corrected', `${order.orderNumber} now goes to ${right}.`);
  await expect(fact(dialog, 'Customer email')).toHaveText(right);
  const [mail] = await mailsTo(page.request, right, 1);
  expect(mail?.text).toContain(order.orderNumber);
  await button(dialog, 'Close').click();
  await expect(rowOf(page, order)).toContainText(right);
});

test('an order is given to another reader, or to nobody', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const before = (await admin.order(order.id)).assignedReader?.username;
  const reader = before === 'reader1' ? 'reader2' : 'reader1';
  const readerId = await admin.readerId(reader);
  const dialog = await openOrderDialog(page, product.url, order);
  const choice = dialog.getByLabel('Assigned reader');
  await expect(button(dialog, 'Reassign')).toBeDisabled();
  await choice.selectOption({ label: reader });
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/orders/*/assignee',
    title: 'Update Failed',
    message: 'Failed to reassign order',
    act: () => button(dialog, 'Reassign').click(),
    kept: () => expect(choice).toHaveValue(readerId),
  });
  await button(dialog, 'Reassign').click();
  await expectDone(page, 'Order Reassigned', `${order.orderNumber} is now with ${reader}.`);
  await expect(button(dialog, 'Reassign')).toBeDisabled();
  expect((await admin.order(order.id)).assignedReader?.username).toBe(reader);
  await choice.selectOption({ label: 'Nobody' });
  await button(dialog, 'Reassign').click();
  await expectDone(page, 'Order Reassigned', `${order.orderNumber} is with nobody now.`);
  await expect(button(dialog, 'Assign')).toBeDisabled();

  await test.step('somebody deleted it meanwhile', async () => {
    await choice.selectOption({ label: reader });
    await admin.ask('DELETE', `/api/orders/${order.id}`);
    await button(dialog, 'Assign').click();
    await expectRefused(page, 'Update Failed', /^There is no such order/);
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('There is no such order.');
    await page.keyboard.press('Escape');
    await expect(rowOf(page, order)).toHaveCount(0);
  });
});

test('money goes back in part and in full', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  const dialog = await openOrderDialog(page, product.url, order);
  const refund = page.getByRole('dialog', { name: `Refund order ${order.orderNumber}` });
  const amount = refund.getByLabel('How much ($)');
  // It names the sum, as soon as there is one that can be given back.
  const press = () => refund.getByRole('button', { name: /^Refund( \$\d+\.\d\d)?$/ }).click();
  const sums = (...dollars: string[]) => expect(refund.getByRole('definition')).toHaveText(dollars);
  const refundCall = '**/api/orders/*/refund';

  await test.step('what Stripe cannot be asked can be asked again', async () => {
    await refuse(page, 'GET', '**/api/orders/*/payment', async () => {
      await button(dialog, 'Refund…').click();
      await expect(refund.getByRole('alert')).toContainText('Stripe could not be asked.');
    });
    await button(refund, 'Try again').click();
    await sums('$60.00', '$0.00', '$0.00', '$60.00');
    await expect(amount).toHaveValue('60.00');
    await expect(amount).toBeFocused();
    await expect(refund).toContainText(order.name);
  });

  await test.step('Enter in what nobody has typed leads to the button, which names the sum', async () => {
    await amount.press('Enter');
    await expect(button(refund, 'Refund $60.00')).toBeFocused();
    await expect(refund).toBeVisible();
  });

  await test.step('an amount that makes no sense is refused', async () => {
    for (const text of ['', '0', 'ten', '1.234', '-5']) {
      await amount.fill(text);
      await press();
      await expect(amount).toHaveAccessibleDescription(/Please enter how much to refund: more than 0/);
    }
    await amount.fill('60.01');
    await press();
    await expect(amount).toHaveAccessibleDescription(/At most \$60\.00 can be given back\./);
    await amount.fill('1,050');
    await press();
    await expect(amount).toHaveAccessibleDescription(/Write 1050 without the comma/);
    await amount.fill('10,50');
    await expect(amount).not.toHaveAccessibleDescription(/comma/);
    await expect(button(refund, 'Refund $10.50')).toBeVisible();
    await amount.fill('20');
    await expect(button(refund, 'Refund $20.00')).toBeVisible();
  });

  await test.step('nothing goes back when it fails, and without an answer nobody says that it did', async () => {
    const unknown = /no answer came, so it is not known yet whether \$20\.00 went back/;
    await refuse(page, 'POST', refundCall, async () => {
      await press();
      await expectRefused(page, 'Refund Not Known Yet', unknown);
    });
    await page.context().setOffline(true);
    await press();
    await expectRefused(page, 'Refund Not Known Yet', unknown);
    await page.context().setOffline(false);
    await expect(amount).toHaveValue('20');
    const words = 'The payment service does not answer. Nothing was changed; please try again.';
    const json = { error: { code: 'payment_provider_failed', message: words } };
    await page.route(refundCall, (route) => route.fulfill({ status: 502, json }));
    await press();
    await expectRefused(page, 'Refund Failed', words);
    await page.unroute(refundCall);
    await expect(amount).toHaveValue('20');
  });

  await test.step('in part', async () => {
    await press();
    await expectDone(
      page,
      'Refund Made',
      new RegExp(`^${order.orderNumber}: \\$20\\.00 given back to the card\\. At Stripe: re_\\w+\\.$`),
    );
    await expect(refund).toHaveCount(0);
    await expect(button(dialog, 'Refund…')).toBeFocused();
    await expect(fact(dialog, 'Payment status')).toContainText('Partly refunded');
    await expect(fact(dialog, 'Amount')).toHaveText('$60.00, $20.00 given back');
    await expect(button(dialog, 'Upload Reading')).toBeVisible();
  });

  await test.step('somebody else gave some back meanwhile', async () => {
    await button(dialog, 'Refund…').click();
    await sums('$60.00', '$20.00', '$0.00', '$40.00');
    await expect(amount).toHaveValue('40.00');
    await amount.fill('25');
    await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 30 });
    await press();
    await expectRefused(
      page,
      'Refund Failed',
      '$50.00 of this order had been given back already, and $10.00 is left. Nothing was given back now.',
    );
    await sums('$60.00', '$50.00', '$0.00', '$10.00');
    await expect(amount).toHaveValue('25');
  });

  await test.step('the rest', async () => {
    await amount.fill('10');
    await press();
    await expectDone(page, 'Refund Made', /^CT-\w{6}: \$10\.00 given back to the card/);
    await expect(refund).toHaveCount(0);
    await expect(fact(dialog, 'Payment status')).toHaveText('Refunded');
    await expect(dialog).toContainText(
      'The money of this order went back to the customer, so its reading is not needed.',
    );
    await expect(button(dialog, 'Upload Reading')).toHaveCount(0);
    await expectFocusIn(dialog);
    await dialog.getByText(/^History/).click();
    await expect(dialog.getByText(/^admin gave back \$20\.00 \(re_\w+\)$/)).toBeVisible();
  });
});

/** Changes what a service has stored. */
function change({ databasePath }: AttackedService, sql: string, ...values: (string | number)[]): void {
  const db = openDatabase(databasePath);
  db.$client.prepare(sql).run(...values);
  db.$client.close();
}

/** Sells a reading whose price is another one by the time it is paid. */
async function sellUnderReview(service: AttackedService, admin: Colleague): Promise<SoldOrder> {
  const form = { customerName: 'Zoë Amundsen', customerEmail: `zoe.${newTag()}@customers.example` };
  const customer = openBrowser(service.url);
  await expectOk(customer.call('POST', checkoutPath, {}));
  const placed = await expectOk(customer.call('POST', checkoutPath, readingRequest(form)));
  const { orderId, orderNumber, paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(placed.text);
  change(service, 'UPDATE orders SET amount_cents = 7500 WHERE id = ?', orderId);
  await expectOk(payWithCard(service.url, paymentIntentId ?? '', clientSecret ?? '', '4242424242424242'));
  await customer.call('POST', '/api/confirm-payment', { orderId, orderNumber });
  await expect.poll(async () => (await admin.order(orderId)).paymentStatus).toBe('review');
  return { id: orderId, orderNumber, name: form.customerName, email: form.customerEmail, addressee: 'Maya' };
}

testAlone('what went wrong with money and mail is mended in the dialog', async ({ page, service }) => {
  const admin = await colleague(service.url);

  await testAlone.step('a payment that does not fit is accepted', async () => {
    const order = await sellUnderReview(service, admin);
    const dialog = await openOrderDialog(page, service.url, order);
    const place = dialog.getByRole('region', { name: 'Payment to check' });
    await expect(place).toContainText(
      '$60.00 came for this order, which costs $75.00. The amount that was paid is not the amount of this order.',
    );
    await expect(fact(dialog, 'Payment status')).toContainText('Check payment');
    const events = '**/api/orders/*/events*';
    await page.route(events, async (route) => {
      const response = await route.fetch();
      const lines: OrderEvent[] = await response.json();
      for (const { type, data } of lines) if (type === 'payment_review') data.currency = 'eur';
      await route.fulfill({ response, json: lines });
    });
    await page.reload();
    await expect(place).toContainText('A payment in another currency cannot be accepted.');
    await expect(button(place, 'Accept payment')).toHaveCount(0);
    await page.unroute(events);
    await page.reload();
    const question = page.getByRole('alertdialog', {
      name: `Accept the payment of order ${order.orderNumber}?`,
    });
    await button(place, 'Accept payment').click();
    await expect(question).toContainText('The order counts as paid with the $60.00 that came');
    await button(question, 'Cancel').click();
    await expect(button(place, 'Accept payment')).toBeFocused();
    const accept = async () => {
      await button(place, 'Accept payment').click();
      await button(question, 'Accept payment').click();
    };
    await expectFailuresTold(page, {
      method: 'PUT',
      call: '**/api/orders/*/accept-payment',
      title: 'Update Failed',
      message: 'Failed to accept the payment',
      act: accept,
      kept: () => expect(place).toBeVisible(),
    });
    await accept();
    await expectDone(
      page,
      'Payment Accepted',
      `${order.orderNumber} is paid. Its confirmation is on its way.`,
    );
    await expect(button(dialog, 'Upload Reading')).toBeVisible();
    await expectFocusIn(dialog);
    await expect(fact(dialog, 'Payment status').getByText('Paid', { exact: true })).toBeVisible();
    expect((await admin.order(order.id)).assignedReader?.username).toMatch(/^reader\d$/);
    await mailsTo(page.request, order.email, 1);
  });

  await testAlone.step('a mail that failed is sent again', async () => {
    const order = await sell(service.url);
    await expect
      .poll(async () => (await eventsOf(admin, order)).map(({ type }) => type))
      .toContain('mail_sent');
    change(
      service,
      `UPDATE outbox SET state = 'failed', sent_at = NULL, last_error = ? WHERE order_id = ?`,
      '550 No such user here',
      order.id,
    );
    const dialog = await openOrderDialog(page, service.url, order);
    const mail = dialog.getByRole('list', { name: 'Mails of this order' }).getByRole('listitem');
    await expect(mail).toContainText(order.email);
    await expect(mail.getByText('Failed', { exact: true })).toBeVisible();
    await expect(mail).toContainText('Could not be delivered · 1 attempt');
    await expect(mail).toContainText('550 No such user here');
    const resend = button(mail, `Resend: Order confirmation to ${order.email}`);
    await expectFailuresTold(page, {
      method: 'POST',
      call: '**/api/mails/*/resend',
      title: 'Resend Failed',
      message: 'Failed to send the mail again',
      act: () => resend.click(),
      kept: () => expect(mail).toContainText('550 No such user here'),
    });
    await resend.click();
    await expectDone(page, 'Mail Resent', `${order.orderNumber}: it is on its way again.`);
    await mailsTo(page.request, order.email, 2);
    await expect(mail).not.toContainText('550 No such user here');
    await expect(async () => {
      const again = button(dialog, 'Check again');
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(mail.getByText('Sent', { exact: true })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await testAlone.step('a question that is missing is called missing', async () => {
    const order = await sell(service.url);
    change(
      service,
      `UPDATE orders SET reading_type = 'other', custom_question = NULL WHERE id = ?`,
      order.id,
    );
    const dialog = await openOrderDialog(page, service.url, order);
    await expect(dialog.getByText('No question specified', { exact: true })).toBeVisible();
  });
});
