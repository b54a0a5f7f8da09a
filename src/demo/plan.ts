import { giveFeedback } from '../server/aftercare/customer-feedback.ts';
import { requireOrder } from '../server/orders/find-order.ts';
import type { FeedbackForm } from '../shared/aftercare/feedback-schema.ts';
import { hours, minutes } from '../shared/durations.ts';
import type { Desk } from './demo-desk.ts';
import type { Shop, TestCard } from './demo-shop.ts';
import type { Calendar } from './demo-times.ts';
import { type CustomerName, customers } from './sample-shop/sample-customers.ts';

/** An order from its form to its current state; times are milliseconds since 1970. */
export interface Plan {
  name: CustomerName;
  placed: number;
  /** The cards tried for it; the last one was usually accepted. */
  cards: [at: number, card: TestCard][];
  /** The amount its payment was changed to in Stripe's dashboard, in minor units. */
  changedAmount?: number;
  planSteps: PlanStep[];
}

export type PlanStep = [at: number, what: (desk: Desk, orderId: string, shop: Shop) => void | Promise<void>];

/** Customers whose readings the admin sent back to the reader. */
const sentBack: CustomerName[] = ['hannah', 'camille', 'andile'];

/** Returns the month's orders with the steps of each, not sorted by time. */
export function planOrders(calendar: Calendar, isSolo = false): Plan[] {
  const all = [...delivered(calendar), ...underWay(calendar), ...openOrders(calendar), ...troubled(calendar)];
  return isSolo ? all.filter(({ name }) => !sentBack.includes(name)) : all;
}

function order(
  name: CustomerName,
  paid: number,
  deeds: PlanStep[] = [],
  card: TestCard = 'pm_card_visa',
): Plan {
  const handedOut: PlanStep = [paid + minutes(25), (desk, id) => desk.handOut(id, name)];
  return { name, placed: paid - minutes(1), cards: [[paid, card]], planSteps: [handedOut, ...deeds] };
}

function written(name: CustomerName, at: number, notes?: string): PlanStep {
  return [at, (desk, id) => desk.write(id, name, notes === undefined ? {} : { notes })];
}

function approved(at: number): PlanStep {
  return [at, (desk, id) => desk.approve(id)];
}

function told(at: number, text: string): PlanStep {
  return [at, (desk, id) => desk.tellAdmins(id, text)];
}

function answered(at: number, text: string): PlanStep {
  return [at, (desk, id) => desk.tellReader(id, text)];
}

function rejected(at: number, feedback: string, ...comments: [paragraph: number, text: string][]): PlanStep {
  return [at, (desk, id) => desk.reject(id, feedback, comments)];
}

function noted(at: number, text: string): PlanStep {
  return [at, (desk, id) => desk.noteCustomer(id, text)];
}

/** Plans a customer's feedback on a delivered reading, and its publication an hour later. */
function praised(
  at: number,
  words: string,
  { stars = 5, shownName = 'first_name' }: Partial<Pick<FeedbackForm, 'stars' | 'shownName'>> = {},
): PlanStep[] {
  const said = { helped: 'yes', words, stars, mayPublish: true, shownName } as const;
  return [
    [at, (_desk, id, { context }) => giveFeedback(context, requireOrder(context.db, id), said)],
    [at + hours(1), (desk, id) => desk.publishFeedback(id)],
  ];
}

function delivered({ day, workday, workdaysAgo, ago }: Calendar): Plan[] {
  const inTime = (
    name: CustomerName,
    paid: number,
    [days, at, until]: [number, string, string],
    { notes, card, said = [] }: { notes?: string; card?: TestCard; said?: PlanStep[] } = {},
  ) => {
    const work = [written(name, workday(paid, days, at), notes), approved(workday(paid, days, until))];
    return order(name, paid, [...work, ...said], card);
  };
  const hannah = day(13, '21:47');
  const samir = day(19, '08:32');
  const bo = day(15, '01:22');
  const jorge = day(10, '13:05');
  const ingrid = workdaysAgo(2, 1);
  return [
    inTime('siobhan', day(29, '20:14'), [1, '10:32', '15:10'], {
      notes: 'She will do it. The bracket about the graduates is the whole letter.',
      said: praised(
        day(20, '20:41'),
        'I read it twice on the night shift. The line about the second path I’ve been walking on my days off is the one I keep coming back to.',
      ),
    }),
    inTime('eleanor', day(29, '11:40'), [2, '09:15', '11:02'], { card: 'pm_card_mastercard' }),
    inTime('zeynep', day(27, '19:03'), [1, '16:20', '17:45'], {
      said: praised(
        day(18, '21:05'),
        'My comparison table had 23 rows, and this letter had two. I sent my answer the next morning.',
        { shownName: 'initials' },
      ),
    }),
    inTime('dmitri', day(27, '15:26'), [2, '14:08', '16:31']),
    inTime('misaki', day(25, '07:58'), [1, '11:11', '13:40'], { card: 'pm_card_amex' }),
    inTime('maxi', day(24, '22:31'), [2, '10:05', '12:20'], {
      notes: 'Please check the spelling of the estate in the address. The name is as she typed it.',
    }),
    inTime('priya', day(24, '12:12'), [1, '15:55', '16:40'], {
      said: praised(
        day(13, '12:44'),
        'I wrote the letter I’m not going to send. It helped more than I expected.',
      ),
    }),
    inTime('tomasz', day(22, '18:49'), [2, '09:30', '10:12'], {
      card: 'pm_card_mastercard',
      said: praised(day(16, '19:20'), 'Very good. My wife read it too, and says you have me exactly.', {
        stars: null,
        shownName: 'none',
      }),
    }),
    inTime('anneliese', day(21, '09:21'), [1, '13:25', '15:02']),
    inTime('layla', day(19, '23:10'), [2, '12:40', '14:15'], {
      notes:
        'The second half is in Arabic: her father began again in a new country at forty and is proud of her.',
    }),
    order('samir', samir, [
      written('samir', workday(samir, 4, '10:20'), 'Late, my fault: I had it in the wrong week.'),
      approved(workday(samir, 4, '11:05')),
      [workday(samir, 5, '09:30'), (desk, id) => desk.refund(id, 15)],
      noted(
        workday(samir, 5, '09:40'),
        'His first reading came a day late, and $15 went back. He took it well.',
      ),
    ]),
    inTime('ana', day(17, '16:17'), [1, '14:02', '16:58'], {
      said: praised(
        day(7, '10:15'),
        'It told me gently what I already knew, and gave me a date to do it by.',
      ),
    }),
    inTime('ruth', day(17, '10:36'), [2, '11:47', '13:05'], {
      said: praised(
        day(10, '08:30'),
        'Calm and precise. I’d have liked a little less about money, but I did put a third aside.',
        { stars: 4 },
      ),
    }),
    order('bo', bo, [
      written('bo', workday(bo, 1, '17:20'), 'Court three!'),
      [workday(bo, 2, '09:05'), (desk, id) => desk.shorten(id, 3)],
      approved(workday(bo, 2, '09:20')),
    ]),
    order('hannah', hannah, [
      [workday(hannah, 1, '11:30'), (desk, id) => desk.write(id, 'hannah', { missing: 4 })],
      rejected(
        workday(hannah, 1, '14:45'),
        'This is beautiful up to the trumpet, and then it stops. She asked what happens if she stays and if she goes; please say it in so many words, and give her something that she can do.',
        [1, 'And if she goes? The letter stops where that begins.'],
      ),
      written('hannah', workday(hannah, 2, '10:10'), 'You were right. It has an end now.'),
      approved(workday(hannah, 2, '12:30')),
    ]),
    inTime('noa', day(12, '14:44'), [2, '10:50', '12:00']),
    inTime('oluwaseun', day(12, '18:20'), [1, '16:15', '17:20']),
    order('jorge', jorge, [
      [jorge + minutes(60), (_desk, _id, shop) => shop.fillMailbox(customers.jorge.customerEmail)],
      written('jorge', workday(jorge, 1, '15:20')),
      approved(workday(jorge, 1, '17:02')),
    ]),
    inTime('mei', day(8, '20:55'), [1, '14:30', '16:10']),
    order('ingrid', ingrid, [written('ingrid', ago(19)), approved(ago(1.7))], 'pm_card_mastercard'),
  ];
}

/** Orders whose reading is under review or was sent back. */
function underWay({ ago, workdaysAgo }: Calendar): Plan[] {
  const henrik = workdaysAgo(2, 2);
  const declined: Plan['cards'] = [[henrik, 'pm_card_chargeDeclinedInsufficientFunds']];
  const taken: Plan['cards'] = [[henrik + minutes(3), 'pm_card_visa']];
  return [
    order('kiri', workdaysAgo(1, 4), [
      written('kiri', ago(2.2), 'Read the last line of her letter first.'),
      approved(ago(1 / 360)),
    ]),
    order('grace', workdaysAgo(2, 5), [
      told(ago(20), 'She names Mrs Aldridge, and her mother’s church. May both be in the letter?'),
      answered(ago(18.5), 'Mrs Aldridge yes, she wrote it herself. I would leave the church to one line.'),
      written('grace', ago(4.3), 'I took her manager’s name from the background; she wrote it herself.'),
    ]),
    order('marcus', workdaysAgo(2, 3.4), [written('marcus', ago(3.1))]),
    order('fiona', workdaysAgo(1, 6), [
      written('fiona', ago(1.2), 'She asked about dogs. I asked the cards about dogs.'),
    ]),
    { ...order('henrik', henrik, [written('henrik', ago(0.6))]), cards: [...declined, ...taken] },
    order('camille', workdaysAgo(2, 6), [
      written('camille', ago(26)),
      rejected(
        ago(3.5),
        'Good, but the part about changing sides reads as if we had an opinion on it. Could the obstacle be a little more hers and a little less ours? And please name the press office once, she will look for it.',
        [6, 'Lovely. Count what, though, for her? The press office could stand here.'],
        [5, 'Here we have an opinion. Could it be hers?'],
      ),
      told(ago(3), 'Gladly. Which city is it, though? She does not say.'),
      answered(ago(2.4), 'Then “the press office” is enough.'),
    ]),
    order('andile', workdaysAgo(1, 8), [
      written('andile', ago(21)),
      rejected(
        ago(6),
        'He is twenty. Please one paragraph on what he can do next week, with the names of things: guild, agency, the firm that wanted to keep him.',
        [2, 'Here, I think. After this he will ask: “And on Monday?”'],
      ),
      [
        ago(0.9),
        (desk, id) =>
          desk.redraft(
            id,
            'andile',
            'One practical thing. The firm that trained you would have kept you if there had been the money, and the foreman there knows who has it. Ring him on a Monday morning before seven, when he is in the van and has time. Ask which two firms in town take on the jobs that yours could not. Then go to both in person, Andile, in your working clothes, with the certificate in a plastic sleeve.',
          ),
      ],
    ]),
  ];
}

/** Paid orders to be written, from the late one to those placed today. */
function openOrders({ ago, today, workdaysAgo }: Calendar): Plan[] {
  return [
    order('olivia', workdaysAgo(4, 2), [
      [ago(23), (desk, id) => desk.draft(id, 'olivia')],
      answered(ago(2), 'This one is late, and her birthday is close. Can you finish it today?'),
      told(ago(1.6), 'Yes, by this evening. The last card is the hard one.'),
    ]),
    order('desmond', workdaysAgo(3, -2.5), [
      [ago(1.4), (desk, id) => desk.draft(id, 'desmond', 'Ask whether we may mention the navy.')],
      told(ago(1.3), 'May the letter speak of the navy, or would he rather not read that word again?'),
    ]),
    order('thandi', workdaysAgo(2, 7)),
    order('valentina', workdaysAgo(1, 2.6), [], 'pm_card_amex'),
    order('wei', today(0.95), [[today(0.85), (desk, id) => desk.giveToNobody(id)]]),
    order('soraya', today(0.66)),
    order('peter', today(0.42), [], 'pm_card_mastercard'),
    order('siobhanAgain', today(0.17), [
      noted(today(0.15), 'Wrote to thank us for her first reading. She likes to be teased a little.'),
    ]),
  ];
}

/** Orders that were never paid, were refunded, are disputed, or have a payment that does not match. */
function troubled({ day, ago, today }: Calendar): Plan[] {
  const unpaid = (name: CustomerName, placed: number, cards: Plan['cards'] = []): Plan => ({
    name,
    placed,
    cards,
    planSteps: [],
  });
  const declined = (first: number): Plan['cards'] => [
    [first, 'pm_card_chargeDeclined'],
    [first + minutes(2), 'pm_card_chargeDeclined'],
    [first + minutes(5), 'pm_card_chargeDeclinedInsufficientFunds'],
  ];
  return [
    order('trial', day(30, '09:12'), [
      [day(30, '09:40'), (desk, id) => desk.refund(id)],
      [day(30, '09:44'), (desk, id) => desk.remove(id)],
    ]),
    unpaid('kevin', day(14, '23:51'), declined(day(14, '23:53'))),
    unpaid('louise', day(5, '17:08')),
    order('gordon', day(6, '02:40'), [[day(6, '08:50'), (desk, id) => desk.refund(id)]]),
    order(
      'brandon',
      day(7, '22:15'),
      [[day(6, '14:05'), (_desk, _id, shop) => shop.followPayments(true)]],
      'pm_card_createDispute',
    ),
    { ...order('yuki', day(2, '19:26')), planSteps: [], changedAmount: 4_500 },
    unpaid('beatriz', ago(22)),
    unpaid('nadia', today(0.08)),
  ];
}
