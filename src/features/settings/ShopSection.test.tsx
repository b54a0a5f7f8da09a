import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '../../../tests/kit/components/answered-calls.ts';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { emptyShop } from '../../../tests/kit/components/empty-shop.ts';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { showMoneyAs } from '../../lib/format.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import { presentOffer, standardOffer } from '../../shared/offers/offer-types.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { aBusinessState } from './business-testing.ts';

const card = page.getByRole('form', { name: 'Reading Price' });
const newPrice = card.getByRole('spinbutton', { name: 'New price ($)' });
const update = card.getByRole('button', { name: 'Update Price' });
const openSettings = (calls: Partial<StaffApi> = {}) => openAdmin(calls, { search: '?tab=settings' });

/** Opens the price of a shop that stores each. @returns what was sent */
async function openPrice() {
  const sent: number[] = [];
  await openSettings({
    async changePrice(price) {
      sent.push(price);
      return { price };
    },
  });
  await newPrice.fill('');
  return sent;
}

test('shows $49.00 until the price is loaded, then the price to edit', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await openSettings({ settings: () => promise.then(emptyShop.settings) });
  await expect.element(card).toMatchTextContent('Current price: $49.00');
  await expect.element(newPrice).toHaveValue(null);
  resolve();
  await expect.element(card).toMatchTextContent('Current price: $60.00');
  await expect.element(newPrice).toHaveValue(60);
});

test('refuses a wrong price at its field and keeps it', async () => {
  await openSettings();
  await newPrice.fill('60.005');
  await update.click();
  await expectRefused('Invalid Price', 'Please enter a valid price');
  await expect.element(card.getByRole('alert')).toHaveTextContent('Please enter a valid price');
  await expect.element(newPrice).toHaveAttribute('aria-invalid', 'true');
  await expect.element(newPrice).toHaveValue(60.005);
});

test.each([
  ['40,25', 40.25],
  ['75,5', 75.5],
  ['100,00', 100],
])('reads the comma in %s as a decimal point', async (typed, price) => {
  const sent = await openPrice();
  await userEvent.keyboard(typed);
  await expect.element(newPrice).toHaveValue(price);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toEqual([price]);
});

test.each(['1,234', '1,234.50', '1.234,50', '40,255', ''])('refuses %j as a price', async (typed) => {
  const sent = await openPrice();
  if (typed) await userEvent.keyboard(typed);
  await userEvent.keyboard('{Enter}');
  await expectRefused('Invalid Price', 'Please enter a valid price');
  expect(sent).toEqual([]);
});

test('keeps the typed price when the mouse wheel turns over it', async () => {
  await openSettings();
  await newPrice.fill('75');
  await userEvent.wheel(newPrice, { direction: 'down' });
  await expect.element(newPrice).toHaveValue(75);
});

test('asks before a price far from the current one', async () => {
  const sent = await openPrice();
  await newPrice.fill('4950');
  await update.click();
  const question = page.getByRole('alertdialog', { name: 'Change the price to $4,950.00?' });
  await expect.element(question).toMatchTextContent('The current price is $60.00.');
  await expectNoFlaws();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(newPrice).toHaveValue(4950);
  expect(sent).toEqual([]);
  await update.click();
  await question.getByRole('button', { name: 'Change the price' }).click();
  await expect.element(newPrice).toHaveValue(60);
  expect(sent).toEqual([4_950]);
});

test('keeps an unsaved price across tabs until Enter sends it', async () => {
  let price = 60;
  await openSettings({
    settings: async () => ({ ...(await emptyShop.settings()), price }),
    changePrice: failOnce(async (next) => {
      price = next;
      return { price };
    }),
  });
  await newPrice.fill('75.5');
  await update.click();
  await expect.element(page.getByText('Update Failed')).toBeVisible();
  await page.getByRole('tab', { name: 'Order Management' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect.element(newPrice).toHaveValue(75.5);
  await newPrice.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(card).toMatchTextContent('Current price: $75.50');
  await expect.element(newPrice).toHaveValue(75.5);
});

test('saves a picked color as its hue', async () => {
  const saved = answerCalls({
    'GET /api/business': () => aBusinessState,
    'PUT /api/business/colours': () => aBusinessState,
  });
  await openAdmin({}, { search: '?tab=settings&section=identity' });
  const colors = page.getByRole('form', { name: 'Colors' });
  await colors.getByLabelText(/^Custom color/).fill('#00aa88');
  await expectNoFlaws();
  await colors.getByRole('button', { name: 'Save and publish' }).click();
  await expect.poll(() => saved['PUT /api/business/colours']).toMatchObject([{ accentHue: 172 }]);
});

/** Opens the currency of a shop that stores each. @returns what was sent */
async function openCurrency(calls: Partial<StaffApi> = {}) {
  const sent: object[] = [];
  const changeCurrency: StaffApi['changeCurrency'] = async (change) => {
    sent.push(change);
    return { locale: 'en-US', ...change };
  };
  onTestFinished(() => showMoneyAs(defaultMoneyStyle));
  await openAdmin({ changeCurrency, ...calls }, { search: '?tab=settings&section=money' });
  return sent;
}

const currency = page.getByRole('form', { name: 'Currency', exact: true });
const chosen = currency.getByLabelText('Charge new orders in');
const updateCurrency = () => currency.getByRole('button', { name: 'Update Currency' }).click();

test('saves the format of CSV files', async () => {
  const sent = await openCurrency();
  const csv = currency.getByLabelText('CSV files');
  await expect.element(csv).toHaveValue('locale');
  await csv.selectOptions('Semicolon between fields, decimal comma');
  await expectNoFlaws();
  await updateCurrency();
  await expect.poll(() => sent).toEqual([{ currency: 'usd', locale: 'en-US', csv: 'semicolon' }]);
  await expect.element(csv).toHaveValue('semicolon');
});

test('lists the most used currencies first, by correct names', async () => {
  await openCurrency();
  await expect
    .element(chosen)
    .toMatchTextContent(
      /^US Dollar \(USD\)Euro \(EUR\).*Singapore Dollar \(SGD\)Afghan Afghani.*Sierra Leonean Leone \(SLE\)/,
    );
});

test('asks for all offer and add-on prices in the new currency', async () => {
  const offer = presentOffer(standardOffer);
  const addOns = [{ id: 'rush', name: 'Rush', price: 0.1 }];
  const sent = await openCurrency({ offers: async () => ({ offers: [{ ...offer, addOns }] }) });
  await chosen.selectOptions('eur');
  await updateCurrency();
  const dialog = page.getByRole('dialog', { name: 'Charge new orders in EUR?' });
  const rush = dialog.getByLabelText(`${offer.name}: Rush (€)`);
  await expect.element(dialog.getByLabelText(`${offer.name} (€)`)).toHaveValue('60.00');
  await expect.element(rush).toHaveAccessibleDescription('Now $0.10');
  await expect.element(rush).toHaveValue('0.50');
  await expectNoFlaws();
  await rush.fill('0.2');
  const charge = dialog.getByRole('button', { name: 'Charge in EUR' });
  await charge.click();
  await expect.element(rush).toHaveAccessibleDescription(expect.stringContaining('at least 0.50'));
  expect(sent).toEqual([]);
  await rush.fill('12');
  await charge.click();
  await expectDone('Currency Updated', 'New orders are now charged in EUR.');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ currency: 'eur', prices: { [offer.id]: [60, 12] } }]);
});
