import { eq } from '../../../db/drizzle.ts';
import { readings } from '../../../db/schema.ts';
import { listEvents } from '../../../src/server/orders/order-events-repository.ts';
import { addSignedIn, orderIn, storedMail, storedOrder } from '../../../src/testing/builders.ts';
import { createTestApp, type TestApp } from '../../../src/testing/test-app.ts';
import { type Chance, createChance } from '../chance.ts';
import { createTally, type Trial } from '../trial.ts';

const atOnce = 50;
const undoMilliseconds = 60_000;
const editedText = 'The Star speaks of patience, and of work that is seen later.';

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Submitted = Awaited<ReturnType<typeof orderIn>>;

/** Everybody presses Approve & Send at the same moment. */
const approvedAtOnce: Trial = {
  table: 'fault',
  name: 'approve-at-once',
  promise: `of ${atOnce} approvals at once one is answered 200 and 49 are answered 409; the customer gets one mail`,
  counts: { quick: 10, full: 100 },
  async run(count, progress) {
    const { app, admin, chance } = await createDesk(50);
    const tally = createTally();
    for (let index = 0; index < count; index++) {
      const order = await orderIn(app, 'reading_uploaded', admin.person);
      const approve = async () => {
        await chance.turns(8);
        return (await admin.put(`/api/readings/${order.readingId}/approve`)).status;
      };
      const statuses = await Promise.all(Array.from({ length: atOnce }, approve));
      const won = statuses.filter((status) => status === 200).length;
      const lost = statuses.filter((status) => status === 409).length;
      const delivered = await deliveriesOf(app, order);
      if (won !== 1 || lost !== atOnce - 1) tally.count(`${won} approvals won, ${lost} got 409`);
      else tally.count(delivered.length === 1 ? null : `the customer got ${delivered.length} mails`);
      progress(index + 1);
    }
    app.db.$client.close();
    return tally.outcome(`${count * atOnce} approvals`);
  },
};

interface Rival {
  name: string;
  act(admin: Admin, order: Submitted): Promise<number>;
  /** @returns what is wrong with how it ended, or null */
  judge(end: End): string | null;
}

interface End {
  approved: number;
  rival: number;
  /** Neither won nor lost in the ordinary way. */
  others: number[];
  status: string;
  isDeleted: boolean;
  text: string;
  /** Whether the text is still the one that was approved. */
  isAsApproved: boolean;
  mails: string[];
}

const rivals: Rival[] = [
  {
    name: 'reject',
    act: async (admin, { readingId }) =>
      (await admin.put(`/api/readings/${readingId}/reject`, { feedback: 'Please say more.' })).status,
    judge({ approved, rival, status, mails }) {
      if (approved + rival !== 1) return `${approved} approvals and ${rival} rejections won`;
      if (status !== (approved === 1 ? 'approved' : 'rejected')) return `the order is ${status} all the same`;
      return mails.length === approved ? null : `${mails.length} mails`;
    },
  },
  {
    name: 'edit',
    act: async (admin, { readingId }) =>
      (await admin.put(`/api/readings/${readingId}`, { content: editedText })).status,
    // An edit may come before the approval; what was approved is then the edited text.
    judge({ approved, rival, text, isAsApproved, mails }) {
      if (!isAsApproved) return 'the text was changed after its approval';
      if (approved !== 1) return `${approved} approvals won`;
      if (mails.length !== 1) return `${mails.length} mails`;
      if (!mails[0]?.includes(text)) return 'the customer got another text than the approved one';
      return rival === 0 || text === editedText ? null : 'an edit was answered 200 and is lost';
    },
  },
  {
    name: 'delete',
    act: async (admin, { orderId }) => (await admin.delete(`/api/orders/${orderId}`)).status,
    // Deleting takes back an approval that has not left yet, so both may be answered 200.
    judge({ approved, rival, isDeleted, mails }) {
      if (rival !== 1 || approved > 1) return `${approved} approvals and ${rival} deletions won`;
      if (!isDeleted) return 'the order was deleted and is there';
      return mails.length === 0 ? null : `${mails.length} mails for a deleted order`;
    },
  },
];

/** Approve against reject, edit and delete, several of each, in any order. */
const approvedAgainst: Trial = {
  table: 'fault',
  name: 'approve-against-others',
  promise:
    'approve against reject, edit and delete: one wins, the others are answered 409 (404 when deleted); at most one mail, with the approved text',
  counts: { quick: 60, full: 600 },
  async run(count, progress) {
    const { app, admin, chance } = await createDesk(51);
    const tally = createTally();
    for (let index = 0; index < count; index++) {
      const rival = rivals[index % rivals.length];
      if (!rival) continue;
      const end = await compete(app, admin, chance, rival);
      const oddity = end.others.find((status) => status !== 409 && status !== 404);
      const loss = oddity === undefined ? rival.judge(end) : `somebody was answered ${oddity}`;
      tally.count(loss && `approve against ${rival.name}: ${loss}`);
      if (index % 20 === 0) progress(index);
    }
    app.db.$client.close();
    return tally.outcome();
  },
};

async function compete(app: TestApp, admin: Admin, chance: Chance, rival: Rival): Promise<End> {
  const order = await orderIn(app, 'reading_uploaded', admin.person);
  const end = { approved: 0, rival: 0, others: [] as number[] };
  const players = chance.shuffle(['approved', 'approved', 'approved', 'rival', 'rival', 'rival'] as const);
  await Promise.all(
    players.map(async (player) => {
      await chance.turns(8);
      const status =
        player === 'rival'
          ? await rival.act(admin, order)
          : (await admin.put(`/api/readings/${order.readingId}/approve`)).status;
      if (status === 200) end[player] += 1;
      else end.others.push(status);
    }),
  );
  const { status, deletedAt } = storedOrder(app, order.orderId);
  const reading = app.db.select().from(readings).where(eq(readings.id, order.readingId)).get();
  const approval = listEvents(app.db, order.orderId).findLast(({ type }) => type === 'reading_approved');
  return {
    ...end,
    status,
    isDeleted: deletedAt !== null,
    text: reading?.content ?? '',
    isAsApproved: !approval || approval.data.revision === reading?.revision,
    mails: await deliveriesOf(app, order),
  };
}

async function createDesk(seed: number) {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  return { app, admin, chance: createChance(seed) };
}

/** @returns the texts of the delivery mails that go out once nothing can be undone any more */
async function deliveriesOf(app: TestApp, { orderId }: Submitted): Promise<string[]> {
  app.clock.advance(undoMilliseconds + 1);
  app.mailer.sent.length = 0;
  await app.sendMail();
  const deliveries = storedMail(app, orderId).filter(({ kind }) => kind === 'reading_delivery');
  return app.mailer.sent
    .filter(({ messageId }) => deliveries.some((delivery) => delivery.messageId === messageId))
    .map(({ text }) => text);
}

export const trials: Trial[] = [approvedAtOnce, approvedAgainst];
