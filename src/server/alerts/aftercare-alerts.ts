import { plural } from '../../shared/plural.ts';
import type { Context } from '../context/context.ts';
import { listWithdrawnOrders } from '../orders/withdrawal-repository.ts';
import { listOpenProblems } from '../problems/problem-repository.ts';
import { formatDay } from '../time/business-days.ts';
import { ordersNamed } from './money-alerts.ts';
import type { PlainAlert } from './payment-alerts.ts';

/** How many orders are counted at most. */
const ordersCounted = 1_000;

/** @returns alerts for what customers told us that needs an answer or a refund */
export function findAftercareAlerts({ db, config }: Context): PlainAlert[] {
  const problems = listOpenProblems(db, ordersCounted);
  const withdrawn = listWithdrawnOrders(db, ordersCounted);
  const [first] = problems;
  const by = first ? ` by ${formatDay(first.answerBy, config.businessTimeZone)}` : '';
  return [
    {
      code: 'problem_told',
      count: problems.length,
      orders: problems.slice(0, ordersNamed).map(({ id, orderNumber }) => ({ id, orderNumber })),
      message: plural(
        problems.length,
        `A customer says that something is wrong with their order, and was promised an answer${by}. Mark it as dealt with once it is.`,
        `Customers say that something is wrong with their orders. The first was promised an answer${by}. Mark each as dealt with once it is.`,
      ),
    },
    {
      code: 'order_withdrawn',
      count: withdrawn.length,
      orders: withdrawn.slice(0, ordersNamed),
      message: plural(
        withdrawn.length,
        'A customer has withdrawn from the contract, and the work on their order has stopped. Give their money back, within 14 days at the latest.',
        'Customers have withdrawn from the contract, and the work on their orders has stopped. Give their money back, within 14 days at the latest.',
      ),
    },
  ];
}
