import type { Page } from '@playwright/test';
import type { OfferAnswer } from '../../../src/shared/offers/offer-types.ts';
import { adminSees, expectRefused, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import {
  type Customer,
  cards,
  expect,
  fillCard,
  mailsTo,
  newCustomer,
  openPlain,
  orderLink,
  pay,
  payButton,
  phone,
} from '../steps/steps.ts';
import { threeCards } from '../steps/three-cards.ts';

/* A shop that sells three readings: each is presented, has a page and a form of its own, and is sold as it was shown. */

// They change the offers of one shop.
test.describe.configure({ mode: 'default' });
test.use({ viewport: phone, environment: { APPROVAL_UNDO_SECONDS: '0' } });

const yearAhead = { name: 'A year ahead', price: 140, days: 10, words: 1_500, standardQuestions: true };

test.beforeEach(async ({ admin }) => {
  const { offers } = await admin.ask<{ offers: OfferAnswer[] }>('GET', '/api/offers');
  if (offers.length > 1) return;
  for (const offer of [threeCards, yearAhead]) await admin.ask('POST', '/api/offers', offer);
});

const card = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Choose your reading' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

async function fillPerson(page: Page, customer: Customer): Promise<void> {
  await page.getByLabel('Full name').fill(customer.name);
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByLabel('Name for the reading').fill(customer.addressee);
}

const button = (page: Page, price: string) =>
  page.getByRole('button', { name: `Pay ${price} & Get My Reading` });

test('sells one of three readings with its answers and two add-ons', async ({ page }) => {
  const customer = newCustomer();
  await page.goto('/');
  await expect(card(page, 'Personal written reading')).toBeInViewport();
  await expect(card(page, 'Personal written reading')).toContainText('$60 USD');
  await expect(card(page, 'Three cards')).toContainText(
    /\$35 USD.*A letter of 250-500 words by email, in 1-2 business days/,
  );
  await expect(card(page, 'A year ahead')).toContainText('1-10 business days');
  await card(page, 'Three cards').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Three cards' })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();

  await fillPerson(page, customer);
  await page.getByRole('checkbox', { name: /^One more question/ }).check();
  await fillCard(page, cards.succeeds);
  await button(page, '$50').click();
  await expectRefused(page, 'Form Error', 'Please fill out all required fields correctly.');
  const question = page.getByLabel('Your question in one sentence');
  await expect(question).toBeFocused();
  await expect(page.getByText(/^Please answer: /)).toHaveCount(5);

  await question.fill('Should I open a bakery?');
  await page.getByRole('radio', { name: 'My own shop' }).check();
  await page.getByLabel('When were you born?').fill('1990-05-31');
  await page.getByLabel('Years in this job').fill('7');
  await page.getByRole('group', { name: 'Have you had a reading before?' }).getByLabel('No').check();
  await page.getByLabel('What would you like to change?').fill('The early mornings.');
  await page.getByLabel('Your other question').fill('And my sister?');
  await page.getByRole('checkbox', { name: /^Rush/ }).check();
  await expect(button(page, '$70')).toBeVisible();
  await page.reload();
  await expect(button(page, '$70')).toBeEnabled();
  await expect(page.getByText(/^Total\b/).locator('..')).toContainText('$70 USD');
  const terms = await page.getByText(/^By placing your order you agree/).innerText();
  expect(terms).toContain('Delivery in 1 business day.');
  await fillCard(page, cards.succeeds);
  const orderNumber = await pay(page);
  const [, sentences = ''] = terms.split(': ');
  const [confirmation] = await mailsTo(page.request, customer.email, 1);
  expect(confirmation?.text).toContain(sentences);
  expect(await adminSees(page, customer.email)).toMatchObject([
    {
      ...{ orderNumber, amount: 70, paymentStatus: 'paid' },
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

  // Back is the form of the next reading, and nothing of the last is in it.
  await page.goBack();
  await expect(button(page, '$35')).toBeEnabled();
  await expect(question).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: /^Rush/ })).not.toBeChecked();
});

test('leads from a failed payment back to the offer’s form', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('checkout-page', '/readings/three-cards'));
  await page.goto('/thank-you?order=CT-7K3M9Q&redirect_status=failed');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/readings/three-cards#order-title');
});

test('sells a follow-up only to customers who come from a delivered order', async ({
  page,
  service,
  admin,
}) => {
  await admin.ask('POST', '/api/offers', { name: 'Follow-up', price: 25, returningOnly: true });
  const { order, reading } = await sellAndWrite(service.url, admin, 'The cards say yes.');
  await admin.ask('PUT', `/api/readings/${reading.id}/approve`);
  const [, delivery] = await mailsTo(page.request, order.email, 2);
  const secret = orderLink(delivery).split('/').at(-1);

  await page.goto('/readings/follow-up');
  await fillPerson(page, newCustomer());
  await fillCard(page, cards.succeeds);
  await payButton(page).click();
  await expectRefused(page, 'Form Error', /^This reading is for returning customers\./);
  await page.goto('/sample');
  await page.goto(`/readings/follow-up#after=${secret}`);
  await expect(page).toHaveURL('/readings/follow-up');
  await page.reload();
  await fillCard(page, cards.succeeds);
  await pay(page);
});

test('shows everything without scripts, and opens an add-on’s question', async ({ browser, service }) => {
  const plain = await openPlain(browser, `${service.url}/`);
  await expect(card(plain, 'Three cards')).toContainText('In your inbox by');
  await card(plain, 'Three cards').getByRole('link').click();
  await expect(plain.getByText('$35 USD').filter({ visible: true }).first()).toBeVisible();
  await expect(plain.getByLabel('When were you born?')).toBeVisible();
  await expect(plain.getByLabel('Your other question')).toBeHidden();
  await plain.getByRole('checkbox', { name: /^One more question/ }).check();
  await expect(plain.getByLabel('Your other question')).toBeVisible();
});

test('keeps a code across pages, new tabs, and reloads', async ({ page, context, admin }) => {
  await admin.ask('POST', '/api/codes', { code: 'COFFEE', percentOff: 50 });
  await page.goto('/faq?CODE=coffee');
  const home = page.getByRole('banner').getByRole('link', { name: 'Career Tarot' });
  const [tab] = await Promise.all([context.waitForEvent('page'), home.click({ button: 'middle' })]);
  await card(tab, threeCards.name).getByRole('link').click();
  await expect(button(tab, '$17.50')).toBeEnabled();
  await tab.reload();
  await expect(button(tab, '$17.50')).toBeEnabled();
  const code = tab.getByRole('textbox', { name: 'Code', exact: true });
  await code.fill('');
  await tab.getByRole('button', { name: 'Apply' }).click();
  await expect(button(tab, '$35')).toBeEnabled();
  await tab.reload();
  await expect(button(tab, '$35')).toBeEnabled();
  await expect(code).toBeHidden();
});
