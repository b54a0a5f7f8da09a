import type { OrderInput } from '../../shared/checkout/checkout-schema.ts';
import { foldText } from '../../shared/text.ts';
import { customers } from './sample-customers.ts';
import type { SeededRandom } from './seeded-random.ts';

type Some<T> = [T, ...T[]];

const firstNames = (
  'Maya Anna Joanna Beatriz Chidi Daniel Elif Farah Grace Hannah Ingrid Jamal Katarina Leila Marcus Noor Olivia ' +
  'Priya Quentin Rosa Samuel Tamara Ulrike Valentina William Xiomara Yusuf Zoë Adaeze Björn Camille Dmitri Émilie ' +
  'Fatima Giulia Hiroshi Imani José Kofi Lucía'
).split(' ') as Some<string>;

const lastNames = (
  'Lindqvist Bergmann Castellanos Dubois Eriksen Fitzgerald Goldberg Haberland Ivanova Jankowski Kimathi Lombardi ' +
  "Mbeki Nakamura O'Sullivan Petrov Quispe Rosenberg Santos Tanaka Underwood Vandenberg Whitfield Xu Yamamoto " +
  'Zielinski Abernathy Brandt Chowdhury Delacroix Espinoza Ferrari Grünwald'
).split(' ') as Some<string>;

const written = Object.values(customers) as Some<OrderInput>;

const rareEvery = 10_000;
export const rareName = 'Ottoline Quisenberry-Vogelsang';

/** Draws a name and an order form of the month's customers. `number` makes the address unique. */
export function drawCustomer(chance: SeededRandom, number: number): OrderInput {
  const first = chance.pick(firstNames);
  const last = chance.pick(lastNames);
  const customerName = number % rareEvery === 7 ? rareName : `${first} ${last}`;
  return {
    ...chance.pick(written),
    customerName,
    customerEmail: `${foldText(customerName).replaceAll(' ', '.')}${number}@customers.example`,
    readingAddresseeName: first,
  };
}
