import type { Locator, Page } from '@playwright/test';
import { placeOf } from '../steps/arrive.ts';
import { toastOn } from '../steps/checkout-steps.ts';
import {
  asWritten,
  cardOf,
  colleague,
  expectDone,
  expectFailuresTold,
  expectRefused,
  newerVersion,
  openCard,
  openDesk,
  openOrderDialog,
  otherAdmin,
  refuse,
  sell,
  sellAndWrite,
  unsavedText,
} from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { product } from '../steps/servers.ts';
import { expect, expectNoFlaws, mailsTo, test } from '../steps/steps.ts';

/* The readings that wait for the admin's word: looking, changing, approving, undoing, rejecting. */

const readingCall = '**/api/readings/*';
const previewCall = '**/api/orders/*/delivery-preview';
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
/** What opens a reading in the list of those that wait. */
const queued = (page: Page, { orderNumber }: { orderNumber: string }) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${orderNumber} ·`) });
const content = (card: Locator) => card.getByLabel('Reading content');
const notes = (card: Locator) => card.getByLabel('Internal notes');

test('on a phone the reading is seen at once, and a long background when it is asked for', async ({
  page,
}) => {
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  const admin = await colleague(product.url);
  const background = 'Nine years of accounting, and I bake at night. '.repeat(20).trim();
  const { order } = await sellAndWrite(product.url, admin, 'The Star speaks of patience.', {
    backgroundContext: background,
  });
  const card = await openCard(page, product.url, order);
  await queued(page, order).click();
  const letter = card.getByText('The Star speaks of patience.', { exact: true });
  const shown = card.getByText(background, { exact: true });
  await expect(letter).toBeInViewport({ ratio: 1 });
  const { height } = await placeOf(shown);
  await button(card, 'Show all').click();
  await expect(letter).not.toBeInViewport();
  expect((await placeOf(shown)).height).toBeGreaterThan(5 * height);
  await button(card, 'Show less').click();
  await expect(letter).toBeInViewport({ ratio: 1 });
  await expectNoFlaws(page);

  await test.step('also in the order', async () => {
    await page.setViewportSize(phone);
    const dialog = await openOrderDialog(page, product.url, order);
    const folded = dialog.getByText(background, { exact: true });
    expect((await placeOf(folded)).height).toBeLessThan(2 * height);
    await expectNoFlaws(page);
    await page.setViewportSize({ width: 1280, height: 740 });
    await expect(button(dialog, 'Show all')).toHaveCount(0);
  });
});

test('a card says what there is to decide on', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url, {
    readingType: 'other',
    customQuestion: 'Should I open a bakery?',
    backgroundContext: 'Nine years of accounting.\nI bake at night.',
  });
  const beginning = `${'The Star '.repeat(32)}speaks today`;
  const end = 'of patience, and this is where it ends.';
  const { createdAt } = await admin.write(order.id, `${beginning} ${end}`, 'A careful one.');
  const { order: plain } = await sellAndWrite(product.url, admin, 'The Sun, and no more.');
  const card = await openCard(page, product.url, order);

  await expect(card.getByRole('heading', { level: 3 })).toHaveText(`${order.orderNumber} · ${order.name}`);
  await expect(card).toContainText(`Own question · Submitted ${asWritten(createdAt)}`);
  await expect(card.getByText('Pending Approval', { exact: true })).toBeVisible();
  await expect(card.getByRole('definition')).toHaveText([
    'Should I open a bakery?',
    'Nine years of accounting. I bake at night.',
  ]);
  await expect(card.getByText('A careful one.', { exact: true })).toBeVisible();

  await test.step('of a long text the first 300 characters are shown', async () => {
    expect(beginning).toHaveLength(300);
    await expect(card.getByText(`${beginning}…`, { exact: true })).toBeVisible();
    await expect(card).not.toContainText('where it ends');
    await button(card, 'View Full Text').click();
    await expect(card).toBeFocused();
    await expect(card.getByText(`${beginning} ${end}`, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`reading=${order.orderNumber}`));
  });
  await test.step('and beside it all that one has to know of it', async () => {
    await expect(card.getByRole('complementary', { name: 'About the order' })).toContainText(
      /Question.*bakery.*Background context.*at night\..*Due \w+.*Reader/s,
    );
    await expect(card.getByText('A careful one.', { exact: true })).toBeVisible();
    await expect(card.getByText('Pending Approval', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(card.getByText(`${beginning}…`, { exact: true })).toBeVisible();
    await expect(queued(page, order)).toBeFocused();
  });

  await test.step('what is not there is not spoken of', async () => {
    const other = cardOf(page, plain);
    await expect(other).toContainText('Career path · Submitted');
    await expect(other.getByRole('definition')).toHaveText([/^I don't know what to do with my life/]);
    await expect(other.getByText('The Sun, and no more.', { exact: true })).toBeVisible();
    await expect(button(other, 'View Full Text')).toHaveCount(0);
    await queued(page, plain).click();
    await expect(other.getByText('No notes.', { exact: true })).toBeVisible();
    await expect(other.getByText('Background context')).toHaveCount(0);
  });
});

test('notes are edited on the card, by one admin at a time', async ({ page }) => {
  const admin = await colleague(product.url);
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Star.');
  const card = await openCard(page, product.url, order);
  const changeNotes = async (text: string) => {
    await button(card, 'Edit Notes').click();
    await expect(notes(card)).toBeFocused();
    await notes(card).fill(text);
  };
  const colleagueNotes = (internalNotes: string) =>
    admin.ask('PUT', `/api/readings/${reading.id}`, { internalNotes });

  await changeNotes('Shorter, please.');
  await expectFailuresTold(page, {
    method: 'PUT',
    call: readingCall,
    title: 'Update Failed',
    message: 'Failed to update notes',
    act: () => button(card, 'Save').click(),
    kept: () => expect(notes(card)).toHaveValue('Shorter, please.'),
  });
  await button(card, 'Cancel').click();
  await expect(card.getByText('No notes.', { exact: true })).toBeVisible();
  await changeNotes('Shorter, please.');
  await button(card, 'Save').click();
  await expectDone(page, 'Notes Updated', `The notes on ${order.orderNumber} were saved.`);
  await expect(card.getByText('Shorter, please.', { exact: true })).toBeVisible();
  await expect(button(card, 'Edit Notes')).toBeFocused();

  const saveTooLate = async (mine: string, theirs: string) => {
    await changeNotes(mine);
    await colleagueNotes(theirs);
    await button(card, 'Save').click();
    await expectRefused(page, 'Update Failed', /^Meanwhile somebody else has changed these notes/);
    await expect(newerVersion(card)).toContainText(`Their notes: ${theirs}`);
    await expect(notes(card)).toHaveValue(mine);
  };
  await test.step('somebody else was faster, and theirs is taken', async () => {
    await saveTooLate('Mine.', 'Longer, please.');
    await button(card, 'Take theirs').click();
    await expect(card.getByText('Longer, please.', { exact: true })).toBeVisible();
    await expect(notes(card)).toHaveCount(0);
  });
  await test.step('somebody else was faster, and mine is kept', async () => {
    await saveTooLate('Mine, all the same.', 'Theirs.');
    await button(card, 'Keep mine').click();
    await expect(newerVersion(card)).toHaveCount(0);
    await expect(notes(card)).toBeFocused();
    await button(card, 'Save').click();
    await expectDone(page, 'Notes Updated', `The notes on ${order.orderNumber} were saved.`);
    expect((await admin.readingOf(order.id)).internalNotes).toBe('Mine, all the same.');
  });
});

test('a reading is edited on its card, by one admin at a time', async ({ page }) => {
  const admin = await colleague(product.url);
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Star speaks of patience.');
  const card = await openCard(page, product.url, order);
  const change = async (text: string) => {
    await button(card, 'Edit Reading').click();
    await expect(content(card)).toBeFocused();
    await content(card).fill(text);
  };
  const save = () => button(card, 'Save Changes').click();
  const expectSaved = () =>
    expectDone(page, 'Reading Updated', `The reading for ${order.orderNumber} was saved.`);

  await button(card, 'Edit Reading').click();
  await expect(content(card)).toHaveValue('The Star speaks of patience.');
  await content(card).fill(' ');
  await expect(button(card, 'Save Changes')).toBeDisabled();
  await content(card).fill('The Star speaks of courage.');
  await expect(card.getByText('27 characters · 5 words')).toBeVisible();
  await notes(card).fill('Courage is better.');
  const expectTyped = async () => {
    await expect(content(card)).toHaveValue('The Star speaks of courage.');
    await expect(notes(card)).toHaveValue('Courage is better.');
  };
  await expectFailuresTold(page, {
    method: 'PUT',
    call: readingCall,
    title: 'Update Failed',
    message: 'Failed to update reading',
    act: save,
    kept: expectTyped,
  });
  await page.reload();
  await expectTyped();
  await save();
  await expectSaved();
  await expect(card.getByText('The Star speaks of courage.', { exact: true })).toBeVisible();
  await expect(card.getByText('Courage is better.', { exact: true })).toBeVisible();
  await expect(button(card, 'Edit Reading')).toBeFocused();

  await test.step('cancelled, it stays as it was', async () => {
    await change('Nothing of it.');
    await button(card, 'Cancel').click();
    await expect(card.getByText('The Star speaks of courage.', { exact: true })).toBeVisible();
  });

  const saveTooLate = async (mine: string, theirs: string) => {
    await change(mine);
    // Announced is what comes into a place that is there already.
    const announced = await card.locator('form').getByRole('status').elementHandle();
    await admin.ask('PUT', `/api/readings/${reading.id}`, { content: theirs });
    await save();
    await expectRefused(page, 'Update Failed', /^Meanwhile there is a newer version of this reading/);
    await expect
      .poll(() => announced?.textContent())
      .toMatch(/^Somebody else has saved another version meanwhile/);
    await expect(content(card)).toHaveValue(mine);
  };
  await test.step('somebody else was faster, and theirs is taken', async () => {
    await saveTooLate('The Star speaks of haste.', 'The Star speaks of joy.');
    await expect(newerVersion(card).getByRole('deletion').filter({ hasText: 'haste' })).toBeVisible();
    await expect(newerVersion(card).getByRole('insertion').filter({ hasText: 'joy' })).toBeVisible();
    await button(card, 'Take theirs').click();
    await expect(card.getByText('The Star speaks of joy.', { exact: true })).toBeVisible();
    await expect(content(card)).toHaveCount(0);
  });
  await test.step('somebody else was faster, and mine is kept', async () => {
    await saveTooLate('The Star speaks of rest.', 'The Star speaks of work.');
    await button(card, 'Keep mine').click();
    await expect(newerVersion(card)).toHaveCount(0);
    await expect(content(card)).toBeFocused();
    await save();
    await expectSaved();
    await expect(card.getByText('The Star speaks of rest.', { exact: true })).toBeVisible();
  });
  await test.step('somebody else decided first, and what was typed stays', async () => {
    await change('The Star, and a text of an hour.');
    const other = await otherAdmin(product.url, admin);
    await other.ask('PUT', `/api/readings/${reading.id}/approve`, {});
    await save();
    await expectRefused(page, 'Update Failed', /^Meanwhile the reading was approved/);
    await expect(card).toHaveCount(0);
    const left = unsavedText(page.getByRole('tabpanel'));
    await expect(left.getByRole('textbox')).toHaveValue('The Star, and a text of an hour.');
    await expect(left).toContainText('Somebody else has decided on this reading');
    await button(left, 'Discard it').click();
    await expect(left).toHaveCount(0);
    expect((await admin.readingOf(order.id)).content).toBe('The Star speaks of rest.');
  });
});

/** Opens the question before a reading is sent. */
async function askToSend(page: Page, order: { orderNumber: string }): Promise<Locator> {
  await button(cardOf(page, order), 'Approve & Send').click();
  return page.getByRole('dialog', { name: `Send the reading for ${order.orderNumber}?` });
}
const sendButton = (dialog: Locator) => button(dialog, 'Send to the customer');

test('Escape ends an edit in which nothing was changed, and else leads to what gives it up', async ({
  page,
}) => {
  const admin = await colleague(product.url);
  const { order } = await sellAndWrite(product.url, admin, 'The Moon is patient.');
  const card = await openCard(page, product.url, order);
  await button(card, 'Edit Reading').click();
  await expect(content(card)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(content(card)).toHaveCount(0);
  await expect(button(card, 'Edit Reading')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(content(card)).toBeFocused();
  await page.keyboard.type('Oh. ');
  await page.keyboard.press('Escape');
  await expect(content(card)).toHaveValue(/Oh\. /);
  await expect(button(card, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(content(card)).toHaveCount(0);
  await expect(card).not.toContainText('Oh.');
});

test('a reading is approved with its mail before one’s eyes, and the mail arrives', async ({ page }) => {
  const admin = await colleague(product.url);
  const order = await sell(product.url);
  await admin.write(order.id, 'Dear [name],\n\nthe Star & the Sun.', 'A short one.');
  const long = 'Maya, the Star speaks of patience. '.repeat(90);
  const { order: flawless } = await sellAndWrite(product.url, admin, long);
  const card = await openCard(page, product.url, order);

  const dialog = await test.step('a preview that fails can be asked for again', async () => {
    await page.route(previewCall, (route) => route.fulfill({ status: 500, body: '' }));
    const asked = await askToSend(page, order);
    await expect(asked.getByRole('alert')).toContainText('The preview could not be loaded.');
    await expect(sendButton(asked)).toBeDisabled();
    await page.unroute(previewCall);
    await page.context().setOffline(true);
    await button(asked, 'Try again').click();
    await expect(asked.getByRole('alert')).toContainText('We couldn’t reach the server.');
    await expect(sendButton(asked)).toBeDisabled();
    await page.context().setOffline(false);
    await button(asked, 'Try again').click();
    await expect(sendButton(asked)).toBeEnabled();
    return asked;
  });
  const mail = dialog.frameLocator('iframe');
  await expect(mail.getByText('the Star & the Sun.')).toBeVisible();
  const [to, subject] = await dialog.getByRole('definition').allTextContents();
  expect(to).toBe(`${order.name} <${order.email}>`);
  await expect(dialog.getByRole('region', { name: 'Before you send it' }).getByRole('listitem')).toHaveText([
    '“[name]” looks like something that was to be filled in. Fill it in or take it out.',
    'The mail begins with “Dear Maya,” by itself; this text greets once more. Leave the greeting out.',
    'The name Maya does not occur in the text. Say it once, so that the letter is theirs.',
    'It has 7 words; 500 to 1000 are recommended. See what more the cards have to say.',
  ]);
  await button(dialog, 'Cancel').click();
  await expect(dialog).toHaveCount(0);
  await expect(button(card, 'Approve & Send')).toBeFocused();

  await test.step('nothing is sent when it fails', async () => {
    const approveCall = '**/api/readings/*/approve';
    await refuse(page, 'PUT', approveCall, async () => {
      await sendButton(await askToSend(page, order)).click();
      await expectRefused(page, 'Approval Failed', 'Failed to approve reading');
    });
    await askToSend(page, order);
    await expect(sendButton(dialog)).toBeEnabled();
    await page.context().setOffline(true);
    await sendButton(dialog).click();
    await expectRefused(page, 'Approval Failed', /^We couldn’t reach the server/);
    await page.context().setOffline(false);
    await expect(card).toBeVisible();
    expect((await admin.order(order.id)).status).toBe('reading_uploaded');
  });

  await test.step('it is sent, and what was typed for its rejection stays, told as one’s own doing', async () => {
    const rejection = await askToReject(page, order);
    await rejection.getByLabel('Feedback').fill('Too short?');
    await button(rejection, 'Cancel').click();
    await sendButton(await askToSend(page, order)).click();
    await expectDone(page, 'Reading Approved', `${order.orderNumber}: email sent to customer.`);
    await expect(card).toHaveCount(0);
    await expect(page.getByRole('article').and(page.locator(':focus'))).toBeVisible();
    const left = unsavedText(page.getByRole('tabpanel'));
    await expect(left.getByRole('textbox')).toHaveValue('Too short?');
    await expect(left).toContainText('You have decided on this reading before your feedback was sent.');
    await button(left, 'Discard it').click();
    const [, delivery] = await mailsTo(page.request, order.email, 2);
    expect(delivery?.subject).toBe(subject);
    expect(delivery?.text).toContain('Dear [name],\n\nthe Star & the Sun.');
    expect(`${delivery?.text} ${delivery?.html}`).not.toContain('A short one.');
  });

  await test.step('a reading without flaws goes without remarks', async () => {
    const asked = await askToSend(page, flawless);
    await expect(sendButton(asked)).toBeEnabled();
    await expect(asked.getByRole('region')).toHaveCount(0);
  });
});

test('a version that nobody has read is not sent: the question says that it came, and shows it', async ({
  page,
}) => {
  const admin = await colleague(product.url);
  const { order: other } = await sellAndWrite(product.url, admin, 'The Star.');
  const { order, reading } = await sellAndWrite(product.url, admin, 'The Moon as it was.');
  const otherCard = await openCard(page, product.url, other);
  /** The server gets the next call of a kind at once; its answer arrives when the story says so. */
  const holdBack = async (method: string, call: string) => {
    const release = Promise.withResolvers<void>();
    let isNext = true;
    await page.route(call, async (route) => {
      if (!isNext || route.request().method() !== method) return route.fallback();
      isNext = false;
      const response = await route.fetch();
      await release.promise;
      await route.fulfill({ response });
    });
    return release.resolve;
  };

  const saveNotes = await holdBack('PUT', readingCall);
  await button(otherCard, 'Edit Notes').click();
  await notes(otherCard).fill('A careful one.');
  await button(otherCard, 'Save').click();
  const showOld = await holdBack('POST', previewCall);
  const dialog = await askToSend(page, order);
  const mail = dialog.frameLocator('iframe');
  await expect(dialog.getByRole('status', { name: 'Loading preview' })).toBeVisible();
  await admin.ask('PUT', `/api/readings/${reading.id}`, { content: 'The Moon as it is.' });
  // Once the notes are saved the readings are fetched again, and with them the newer text.
  saveNotes();
  await expect(dialog.getByRole('status').filter({ hasText: 'A newer version' })).toBeVisible();
  await expect(dialog.getByRole('deletion')).toHaveText('was');
  await expect(dialog.getByRole('insertion')).toHaveText('is');
  await expect(sendButton(dialog)).toBeDisabled();

  await button(dialog, 'Show the newer version').click();
  await expect(mail.getByText('The Moon as it is.')).toBeVisible();
  const arrived = page.waitForResponse(previewCall);
  showOld();
  await (await arrived).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(mail.getByText('The Moon as it is.')).toBeVisible();
  await expect(mail.getByText('The Moon as it was.')).toHaveCount(0);
  await expect(dialog.getByText('A newer version')).toHaveCount(0);
  await expect(sendButton(dialog)).toBeEnabled();
  await sendButton(dialog).click();
  await expectDone(page, 'Reading Approved', /email sent to customer/);
  const [, delivery] = await mailsTo(page.request, order.email, 2);
  expect(delivery?.text).toContain('The Moon as it is.');
});

/** Opens the question before a reading goes back. */
async function askToReject(page: Page, order: { orderNumber: string }): Promise<Locator> {
  await button(cardOf(page, order), 'Reject').click();
  return page.getByRole('alertdialog', { name: `Reject the reading for ${order.orderNumber}?` });
}

test('a reading goes back to its reader with feedback', async ({ page }) => {
  const admin = await colleague(product.url);
  const { order } = await sellAndWrite(product.url, admin, 'The Star.');
  const card = await openCard(page, product.url, order);
  const feedback = 'Please speak of both paths.\nAnd of the bakery.';
  const dialog = await askToReject(page, order);
  await expect(dialog).toContainText('The customer hears nothing of it.');
  await dialog.getByLabel('Feedback').fill(feedback);
  const reject = () => button(dialog, 'Reject').click();
  await expectFailuresTold(page, {
    method: 'PUT',
    call: '**/api/readings/*/reject',
    title: 'Rejection Failed',
    message: 'Failed to reject reading',
    act: reject,
    async kept() {
      await askToReject(page, order);
      await expect(dialog.getByLabel('Feedback')).toHaveValue(feedback);
    },
  });
  await button(dialog, 'Cancel').click();
  await expect(button(card, 'Reject')).toBeFocused();
  await page.reload();
  await askToReject(page, order);
  await expect(dialog.getByLabel('Feedback')).toHaveValue(feedback);
  await reject();
  await expectDone(page, 'Reading Rejected', `The reading for ${order.orderNumber} goes back for revision.`);
  await expect(card).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  expect(await admin.readingOf(order.id)).toMatchObject({ feedback });
  expect((await admin.order(order.id)).status).toBe('rejected');
  await mailsTo(page.request, order.email, 1);

  await test.step('it comes back with what was said of it, its versions, and the time of this one', async () => {
    const { submittedAt } = await admin.write(order.id, 'The Star speaks of both paths.');
    await page.getByRole('tab', { name: 'Order Management' }).click();
    await page.getByRole('tab', { name: /Reading Approval/ }).click();
    await expect(card).toContainText(`Submitted ${asWritten(submittedAt)}`);
    await queued(page, order).click();
    const since = card.getByRole('region', { name: 'Since the last rejection' });
    await expect(since).toContainText(feedback);
    await expect(since.getByRole('insertion').filter({ hasText: 'of both paths' })).toBeVisible();
    await card.getByText('Versions (2)').click();
    const second = card.getByRole('listitem').filter({ hasText: 'Version 2' });
    await button(second, 'Show changes').click();
    await expect(second.getByRole('insertion').filter({ hasText: 'of both paths' })).toBeVisible();
  });

  await test.step('and once more, while somebody looks at it', async () => {
    const [reading] = [await admin.readingOf(order.id)];
    await admin.ask('PUT', `/api/readings/${reading.id}/reject`, { feedback: 'Of joy, too.' });
    await admin.write(order.id, 'The Star speaks of both paths, and of joy.');
    await page.getByRole('tab', { name: 'Order Management' }).click();
    await page.goBack();
    await expect(card).toContainText('and of joy.');
    await expect(card.getByRole('region', { name: 'Since the last rejection' })).toContainText(
      'Of joy, too.',
    );
    await card.getByText('Versions (3)').click();
    const versions = card.getByRole('listitem').filter({ hasText: /^Version/ });
    await expect(versions).toHaveCount(3);
    await button(versions.first(), 'Show changes').click();
    await expect(versions.first().getByRole('insertion')).toHaveText(', and of joy');
  });
});

test('a decision that comes too late changes nothing, and says so', async ({ page }) => {
  // Wherever a question is asked, the preview in it has come before somebody else decides: of what is not there any
  // more, or has another version, there would be none.
  const admin = await colleague(product.url);
  const write = () => sellAndWrite(product.url, admin, 'The Star.');
  const [rejected, changed, approved, deleted] = [await write(), await write(), await write(), await write()];
  await openCard(page, product.url, deleted.order);

  await test.step('it was rejected', async () => {
    const dialog = await askToSend(page, rejected.order);
    await expect(sendButton(dialog)).toBeEnabled();
    await admin.ask('PUT', `/api/readings/${rejected.reading.id}/reject`, { feedback: 'Too short.' });
    await sendButton(dialog).click();
    await expectRefused(page, 'Approval Failed', /^Meanwhile the reading was rejected/);
    await expect(cardOf(page, rejected.order)).toHaveCount(0);
    const become = page.getByRole('region', {
      name: `${rejected.order.orderNumber} does not wait for approval`,
    });
    await expect(become).toContainText('admin sent it back to its reader');
  });
  await test.step('there is a newer version', async () => {
    const dialog = await askToSend(page, changed.order);
    await expect(sendButton(dialog)).toBeEnabled();
    await admin.ask('PUT', `/api/readings/${changed.reading.id}`, { content: 'The Star, and the Moon.' });
    await sendButton(dialog).click();
    await expectRefused(page, 'Approval Failed', /^Meanwhile there is a newer version of this reading/);
    await expect(cardOf(page, changed.order)).toContainText('The Star, and the Moon.');
    expect((await admin.order(changed.order.id)).status).toBe('reading_uploaded');
  });
  await test.step('there is a newer version than the one that is sent back', async () => {
    const words = 'Where is the Moon?';
    const dialog = await askToReject(page, changed.order);
    await dialog.getByLabel('Feedback').fill(words);
    await admin.ask('PUT', `/api/readings/${changed.reading.id}`, { content: 'The Star, the Sun.' });
    await button(dialog, 'Reject').click();
    await expectRefused(page, 'Rejection Failed', /^Meanwhile there is a newer version of this reading/);
    expect((await admin.order(changed.order.id)).status).toBe('reading_uploaded');
    await askToReject(page, changed.order);
    await expect(dialog.getByLabel('Feedback')).toHaveValue(words);
    await dialog.getByLabel('Feedback').clear();
    await button(dialog, 'Cancel').click();
  });
  await test.step('it was approved', async () => {
    const dialog = await askToReject(page, approved.order);
    await dialog.getByLabel('Feedback').fill('Too short.');
    await admin.ask('PUT', `/api/readings/${approved.reading.id}/approve`, {});
    await button(dialog, 'Reject').click();
    await expectRefused(page, 'Rejection Failed', /^Meanwhile the reading was approved/);
    await expect(cardOf(page, approved.order)).toHaveCount(0);
    expect((await admin.order(approved.order.id)).status).toBe('approved');
    const left = unsavedText(page.getByRole('tabpanel'));
    await expect(left.getByRole('textbox')).toHaveValue('Too short.');
    await button(left, 'Discard it').click();
  });
  await test.step('its order was deleted', async () => {
    const dialog = await askToSend(page, deleted.order);
    await expect(sendButton(dialog)).toBeEnabled();
    await admin.ask('DELETE', `/api/orders/${deleted.order.id}`);
    await sendButton(dialog).click();
    await expectRefused(page, 'Approval Failed', /^There is no such reading/);
    await expect(cardOf(page, deleted.order)).toHaveCount(0);
  });
  for (const { order } of [rejected, changed, deleted]) await mailsTo(page.request, order.email, 1);
});

testAlone.describe('with a minute to undo an approval', () => {
  testAlone.use({ environment: { APPROVAL_UNDO_SECONDS: '60' } });

  testAlone('an approval is undone, and no mail leaves', async ({ page, service }) => {
    const admin = await colleague(service.url);
    const list = page.getByRole('tabpanel');

    await testAlone.step('nothing waits', async () => {
      await openDesk(page, service.url, '?tab=approvals');
      await expect(page.getByText('No readings pending approval', { exact: true })).toBeVisible();
    });
    const { order, reading } = await sellAndWrite(service.url, admin, 'The Star.');
    const card = cardOf(page, order);

    await testAlone.step('a list that cannot be loaded can be asked for again', async () => {
      await refuse(page, 'GET', '**/api/readings/pending', async () => {
        await page.reload();
        await expect(list.getByRole('alert')).toContainText('The readings could not be loaded.');
      });
      await page.context().setOffline(true);
      await button(list, 'Try again').click();
      await expect(list.getByRole('alert')).toContainText('We couldn’t reach the server.');
      await page.context().setOffline(false);
      await button(list, 'Try again').click();
      await expect(card).toBeVisible();
      await expect(list.getByRole('alert')).toHaveCount(0);
      await expect(page.getByRole('tab', { name: 'Reading Approval' })).toHaveText('Reading Approval1');
    });

    const held = page.getByRole('list', { name: 'Emails about to leave' }).getByRole('listitem');
    const approve = async () => {
      await sendButton(await askToSend(page, order)).click();
      await expectDone(
        page,
        'Reading Approved',
        /^CT-\w{6}: email sent to customer in \d+ seconds, unless you undo\.$/,
      );
      await expect(held).toContainText(/is approved\. The email leaves in \d+ s\./);
      await expect(card).toHaveCount(0);
      expect((await admin.order(order.id)).status).toBe('approved');
    };
    const expectUndone = async () => {
      await expectDone(
        page,
        'Approval Undone',
        `No email was sent. ${order.orderNumber} waits for approval again.`,
      );
      await expect(card).toBeVisible();
      await expect(held).toHaveCount(0);
      expect((await admin.order(order.id)).status).toBe('reading_uploaded');
    };
    await testAlone.step('by the toast', async () => {
      await approve();
      await button(toastOn(page), 'Undo').click();
      await expectUndone();
    });
    await testAlone.step('after a reload', async () => {
      await approve();
      await page.reload();
      await expect(held).toContainText(order.orderNumber);
      const undo = button(held, `Undo the approval of ${order.orderNumber}`);
      await expectFailuresTold(page, {
        method: 'PUT',
        call: '**/api/readings/*/undo-approval',
        title: 'Undo Failed',
        message: 'Failed to undo the approval',
        act: () => undo.click(),
        kept: () => expect(held).toContainText(order.orderNumber),
      });
      await undo.click();
      await expectUndone();
      await expect(card).toBeFocused();
    });
    await testAlone.step('somebody else has undone it already', async () => {
      await approve();
      await admin.ask('PUT', `/api/readings/${reading.id}/undo-approval`, {});
      await button(held, `Undo the approval of ${order.orderNumber}`).click();
      await expectRefused(page, 'Undo Failed', /under review/);
      await expect(card).toBeVisible();
      await expect(held).toHaveCount(0);
    });
    await mailsTo(page.request, order.email, 1);
  });
});
