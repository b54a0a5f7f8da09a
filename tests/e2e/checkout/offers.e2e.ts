import type { Locator, Page } from '@playwright/test';
import type { OfferAnswer } from '../../../src/shared/offers/offer-types.ts';
import { checkoutBudgets } from '../../../tools/bench/budgets.ts';
import { adminSees, colleague, expectRefused, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  type Customer,
  cards,
  expect,
  expectNoFlaws,
  fillCard,
  mailsTo,
  newCustomer,
  openPlain,
  orderLink,
  payButton,
  phone,
  readOrderNumber,
} from '../steps/steps.ts';

/* A shop that sells three readings: each is presented, has a page and a form of its own, and is sold as it was shown. */

// They change the offers of one shop.
test.describe.configure({ mode: 'default' });
test.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

const threeCards = {
  ...{
    name: 'Three cards',
    price: 30,
    days: 2,
    words: 250,
    summary: 'A short letter for one clear question.',
  },
  questions: [
    { kind: 'text', label: 'Your question in one sentence', required: true },
    { kind: 'choice', label: 'What is it about?', choices: ['A new job', 'My own shop'], required: true },
    { kind: 'date', label: 'When were you born?', required: true },
    { kind: 'number', label: 'Years in this job' },
    { kind: 'yesNo', label: 'Have you had a reading before?', required: true },
    { kind: 'longText', label: 'What would you like to change?' },
  ],
  addOns: [
    { name: 'Rush', price: 20, days: 1 },
    { name: 'One more question', price: 15, asks: 'Your other question' },
  ],
};
const yearAhead = {
  ...{ name: 'A year ahead', price: 140, days: 10, words: 1_500, standardQuestions: true },
  summary: 'One card for each month.',
};

/** Offers `threeCards` and `yearAhead` beside the first one, unless they are there. */
async function offerThree({ url }: { url: string }): Promise<OfferAnswer[]> {
  const admin = await colleague(url);
  const { offers } = await admin.ask<{ offers: OfferAnswer[] }>('GET', '/api/offers');
  if (offers.length > 1) return offers;
  for (const offer of [threeCards, yearAhead]) await admin.ask('POST', '/api/offers', offer);
  return offerThree({ url });
}

const card = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Choose your reading' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

async function openOffer(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await card(page, name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
}

async function fillPerson(page: Page, customer: Customer): Promise<void> {
  await page.getByLabel('Full name').fill(customer.name);
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByLabel('Name for the reading').fill(customer.addressee);
}

async function answerAll(page: Page): Promise<void> {
  await page.getByLabel('Your question in one sentence').fill('Should I open a bakery?');
  await page.getByRole('radio', { name: 'My own shop' }).check();
  await page.getByLabel('When were you born?').fill('1990-05-31');
  await page.getByLabel('Years in this job').fill('7');
  await page.getByRole('group', { name: 'Have you had a reading before?' }).getByLabel('No').check();
  await page.getByLabel('What would you like to change?').fill('The early mornings.');
}

async function expectAnswers(page: Page): Promise<void> {
  await expect(page.getByLabel('Your question in one sentence')).toHaveValue('Should I open a bakery?');
  await expect(page.getByRole('radio', { name: 'My own shop' })).toBeChecked();
  await expect(page.getByLabel('When were you born?')).toHaveValue('1990-05-31');
  await expect(page.getByLabel('Years in this job')).toHaveValue('7');
  await expect(
    page.getByRole('group', { name: 'Have you had a reading before?' }).getByLabel('No'),
  ).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Rush/ })).toBeChecked();
  await expect(page.getByLabel('Your other question')).toHaveValue('And my sister?');
}

const button = (page: Page, price: string) =>
  page.getByRole('button', { name: `Pay ${price} & Get My Reading` });

test.beforeEach(async ({ service }) => void (await offerThree(service)));

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('sells one of three readings with its answers and two add-ons', async ({ page, service }) => {
      await page.goto('/');
      await expect(card(page, 'Personal written reading')).toContainText('$60 USD');
      await expect(card(page, 'Three cards')).toContainText(
        /\$30 USD.*A letter of 250-500 words by email, in 1-2 business days/,
      );
      await expect(card(page, 'A year ahead')).toContainText('1-10 business days');
      await expect(card(page, 'Personal written reading')).toBeInViewport();
      await openOffer(page, 'Three cards');
      const customer = newCustomer();

      // Mistakes: each required question says so, and the first has the focus.
      await fillPerson(page, customer);
      await page.getByRole('checkbox', { name: /^One more question/ }).check();
      await page.getByLabel('Years in this job').fill('many');
      await fillCard(page, cards.succeeds);
      await button(page, '$45').click();
      await expectRefused(page, 'Form Error', 'Please fill out all required fields correctly.');
      await expect(page.getByLabel('Your question in one sentence')).toBeFocused();
      await expect(page.getByText(/^Please answer: /)).toHaveCount(5);
      await expect(page.getByText('Please enter a number, such as 7 or 7.5.')).toBeVisible();

      await answerAll(page);
      await page.getByLabel('Your other question').fill('And my sister?');
      const day = page.locator('.order-card [data-promised-day]').first();
      const usual = await day.textContent();
      await page.getByRole('checkbox', { name: /^Rush/ }).check();
      await expect(button(page, '$65')).toBeVisible();
      await expect(day).not.toHaveText(usual ?? '');
      await page.reload();
      await expect(button(page, '$65')).toBeEnabled();
      await expectAnswers(page);

      // The price changes while the customer looks at the form.
      const admin = await colleague(service.url);
      const offers = await offerThree(service);
      const { id = '', version, price } = offers.find(({ name }) => name === threeCards.name) ?? {};
      await admin.ask('PUT', `/api/offers/${id}`, { version, price: 35 });
      await fillCard(page, cards.succeeds);
      await button(page, '$65').click();
      await expect(
        page.getByText(/^The price is now \$70\. You haven’t been charged\./).first(),
      ).toBeVisible();
      await expectAnswers(page);
      await admin.ask('PUT', `/api/offers/${id}`, { version: (version ?? 0) + 1, price });

      // Back at the old price before the next press: shown again, and then paid.
      await button(page, '$70').click();
      await expect(page.getByText(/^The price is now \$65\./).first()).toBeVisible();
      await button(page, '$65').click();
      const orderNumber = await readOrderNumber(page);
      expect(await adminSees(page, customer.email)).toMatchObject([
        {
          ...{ orderNumber, amount: 65, paymentStatus: 'paid' },
          offer: { slug: 'three-cards', name: 'Three cards', days: 1 },
          addOns: [
            { name: 'Rush', price: 20 },
            { name: 'One more question', price: 15 },
          ],
          answers: [
            { label: 'Your question in one sentence', value: 'Should I open a bakery?' },
            { value: 'My own shop' },
            { value: '1990-05-31' },
            { value: 7 },
            { value: false },
            { value: 'The early mornings.' },
            { label: 'Your other question', value: 'And my sister?' },
          ],
        },
      ]);
      await mailsTo(page.request, customer.email, 1);

      // Back is the form of the next reading, and nothing of the last is in it.
      await page.goBack();
      await expect(button(page, '$30')).toBeEnabled();
      await expect(page.getByLabel('Your question in one sentence')).toHaveValue('');
      await expect(page.getByRole('checkbox', { name: /^Rush/ })).not.toBeChecked();
    });
  });
}

test('keeps the forms of two readings in two tabs and sells both', async ({ page, context }) => {
  const [first, second] = [newCustomer(), newCustomer()];
  await openOffer(page, 'Three cards');
  await fillPerson(page, first);
  await answerAll(page);
  const tab = await context.newPage();
  await openOffer(tab, 'A year ahead');
  // The person is known, the reading is another one.
  await expect(tab.getByLabel('Full name')).toHaveValue(first.name);
  await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(first.email);
  await expect(tab.getByLabel('Name for the reading')).toHaveValue('');
  await fillPerson(tab, second);
  await tab.getByRole('radio', { name: /When will I get it/ }).check();

  // In one tab, too, each has its own: the customer looks at another reading, and comes back.
  await page.getByRole('link', { name: 'All readings' }).click();
  await card(page, 'A year ahead').getByRole('link').click();
  await expect(page.getByLabel('Name for the reading')).toHaveValue('');
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('Full name')).toHaveValue(first.name);

  for (const [at, customer, name] of [
    [page, first, 'Three cards'],
    [tab, second, 'A year ahead'],
  ] as const) {
    await at.bringToFront();
    await fillCard(at, cards.succeeds);
    await payButton(at).click();
    const other = at.getByRole('button', { name: /^Order another reading for/ });
    await expect(other.or(at.getByRole('heading', { name: 'Order Confirmed' }))).toBeVisible();
    if (await other.isVisible()) await other.click();
    const orderNumber = await readOrderNumber(at);
    expect(await adminSees(at, customer.email)).toMatchObject([{ orderNumber, offer: { name } }]);
  }
});

test('clears the form, and returns to the offer after a declined card', async ({ page }) => {
  await openOffer(page, 'Three cards');
  await answerAll(page);
  await page.getByRole('checkbox', { name: /^Rush/ }).check();
  await page.getByRole('button', { name: 'Clear form' }).click();
  await expect(page.getByRole('radio', { name: 'My own shop' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Rush/ })).not.toBeChecked();
  await expect(button(page, '$30')).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('checkout-page', '/readings/three-cards'));
  await page.goto('/thank-you?order=CT-7K3M9Q&redirect_status=failed');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/readings/three-cards#order-title');
});

test('refuses a reading archived in the meantime and keeps the form', async ({ page, service }) => {
  const admin = await colleague(service.url);
  await admin.ask('POST', '/api/offers', { name: 'For friends', price: 10, visibility: 'hidden' });
  const offers = await offerThree(service);
  const { id = '', version } = offers.find(({ name }) => name === 'For friends') ?? {};
  const customer = newCustomer();
  await page.goto('/readings/for-friends');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await fillPerson(page, customer);
  await fillCard(page, cards.succeeds);
  await admin.ask('PUT', `/api/offers/${id}`, { version, visibility: 'archived' });
  await payButton(page).click();
  const gone = 'This reading isn’t offered anymore. Please choose another one.';
  await expectRefused(page, 'Form Error', gone);
  await expect(page.getByLabel('Full name')).toHaveValue(customer.name);
  expect((await page.request.get('/readings/for-friends')).status()).toBe(404);
});

test('sells a follow-up only to customers who come from a delivered order', async ({ page, service }) => {
  const admin = await colleague(service.url);
  await admin.ask('POST', '/api/offers', { name: 'Follow-up', price: 25, returningOnly: true });
  const { order, reading } = await sellAndWrite(service.url, admin, 'The cards say yes.');
  await admin.ask('PUT', `/api/readings/${reading.id}/approve`);
  const [, delivery] = await mailsTo(page.request, order.email, 2);
  const secret = orderLink(delivery).split('/').at(-1);

  await page.goto('/readings/follow-up');
  await fillPerson(page, newCustomer());
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await expectRefused(page, 'Form Error', /^This reading is for customers who have had one\./);
  await page.goto('/sample');
  await page.goto(`/readings/follow-up#after=${secret}`);
  await expect(page).toHaveURL('/readings/follow-up');
  await page.reload();
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await readOrderNumber(page);
});

test('stays within the checkout’s budgets on an offer’s page', async ({ page }) => {
  const bytes = { document: 0, script: 0, stylesheet: 0 };
  const weighing: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = request.resourceType() as keyof typeof bytes;
    if (!(kind in bytes) || request.url().includes('/sandbox/stripe/')) return;
    const weigh = async () => {
      bytes[kind] += (await request.sizes()).responseBodySize;
    };
    weighing.push(weigh());
  });
  await page.goto('/readings/three-cards');
  await expect(payButton(page)).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await Promise.all(weighing);
  expect(bytes.document).toBeLessThanOrEqual(checkoutBudgets.HTML);
  expect(bytes.script).toBeLessThanOrEqual(checkoutBudgets.JavaScript);
  expect(bytes.stylesheet).toBeLessThanOrEqual(checkoutBudgets.CSS);
});

test('shows everything without scripts, and opens an add-on’s question', async ({ browser, service }) => {
  const plain = await openPlain(browser, `${service.url}/`);
  await expect(card(plain, 'Three cards')).toContainText('In your inbox by');
  await card(plain, 'Three cards').getByRole('link').click();
  await expect(plain.getByText('$30 USD').filter({ visible: true }).first()).toBeVisible();
  await expect(plain.getByLabel('When were you born?')).toBeVisible();
  await expect(plain.getByLabel('Your other question')).toBeHidden();
  await plain.getByRole('checkbox', { name: /^One more question/ }).check();
  await expect(plain.getByLabel('Your other question')).toBeVisible();
});

test('shows the offers and their pages without layout flaws', async ({ page }) => {
  for (const path of ['/', '/readings/three-cards']) {
    await page.goto(path);
    await expect(page.getByText('Loading checkout...')).toHaveCount(0);
    await expectNoFlaws(page);
  }
});

async function offerCode(url: string, code: string): Promise<void> {
  await (await colleague(url)).ask('POST', '/api/codes', { code, percentOff: 50 });
}

test('keeps a code from the home page’s link through offer and reload', async ({ page, service }) => {
  await offerCode(service.url, 'BAKERY');
  await page.goto('/?code=bakery');
  await card(page, threeCards.name).getByRole('link').click();
  await expect(button(page, '$15')).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('bakery');
  await expect(button(page, '$15')).toBeEnabled();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(button(page, '$30')).toBeEnabled();
  await page.reload();
  await expect(button(page, '$30')).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeHidden();
});

test('carries a code from any public page into new tabs', async ({ page, context, service }) => {
  await offerCode(service.url, 'COFFEE');
  async function openInTab(link: Locator, options: Parameters<Locator['click']>[0]): Promise<Page> {
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click(options)]);
    return tab;
  }
  await page.goto('/faq?CODE=coffee');
  const home = await openInTab(page.getByRole('banner').getByRole('link', { name: 'Career Tarot' }), {
    button: 'middle',
  });
  const order = card(home, threeCards.name).getByRole('link');
  const form = await openInTab(order, { modifiers: ['ControlOrMeta'] });
  await expect(button(form, '$15')).toBeEnabled();
  const again = await openInTab(form.getByRole('link', { name: 'All readings' }), { button: 'middle' });
  await expect(card(again, threeCards.name).getByRole('link')).toHaveAttribute('href', /code=coffee/);
});
