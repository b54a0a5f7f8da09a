import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MailRejected } from '../../../src/server/context/mailer.ts';
import { sendWebhook } from '../../../src/testing/builders.ts';
import { type Machine, type Step, start, step } from './machine.ts';
import * as model from './model.ts';
import { type Caller, type Model, undoMilliseconds } from './model.ts';

/* Everything that can happen to an order, one step each. */

const refusals = {
  refuses: new MailRejected('451 Later', { isPermanent: false, responseCode: 451 }),
  rejects: new MailRejected('550 No', { isPermanent: true, responseCode: 550 }),
};

/** A call of a signed-in user: the model says how it is answered. */
function call(
  name: string,
  caller: Caller,
  expect: (expected: Model) => number,
  request: (real: Machine) => [method: string, path: string, body?: unknown],
): Step {
  return step(`${name} by ${caller}`, caller === 'admin' ? 'admin' : 'reader', async (expected, real) => {
    const [method, path, body] = request(real);
    const { status } = await real.browsers[caller].call(method, `/api${path}`, body);
    assert.equal(status, expect(expected), `${method} ${path}`);
  });
}

const readingPath = (real: Machine, verb = '') => `/readings/${real.last.reading?.id ?? 'none'}${verb}`;
const anyone = fc.constantFrom<Caller>('admin', 'admin', 'rita', 'omar');
/** Mostly the admin, whose calls do something. */
const mostlyAdmin = fc.constantFrom<Caller>('admin', 'admin', 'admin', 'admin', 'rita', 'omar');
const text = fc.constantFrom('The Star.', 'The Moon.', 'The Sun.', 'The Tower.');
const note = fc.option(fc.constantFrom('First deck.', 'Second deck.'), { nil: null });

let eventCount = 0;

const submitBy = (caller: Caller, content: string, notes: string | null) =>
  call(
    `submit "${content}"`,
    caller,
    (expected) => model.submit(expected, caller, content, notes),
    ({ orderId }) => ['POST', '/readings', { orderId, content, internalNotes: notes }],
  );
const submit = fc.tuple(anyone, text, note).map((said) => submitBy(...said));

const edit = fc
  .tuple(mostlyAdmin, fc.option(text, { nil: null }), note)
  .filter(([, content, notes]) => content !== null || notes !== null)
  .map(([caller, content, notes]) =>
    call(
      `edit ${content ?? 'notes only'}`,
      caller,
      (expected) => model.edit(expected, caller, content, notes),
      (real) => {
        const edit = { ...(content && { content }), ...(notes && { internalNotes: notes }) };
        return ['PUT', readingPath(real), edit];
      },
    ),
  );

const approveBy = (caller: Caller) =>
  call(
    'approve',
    caller,
    (expected) => model.approve(expected, caller),
    (real) => ['PUT', readingPath(real, '/approve')],
  );
const approve = mostlyAdmin.map(approveBy);

const undo = mostlyAdmin.map((caller) =>
  call(
    'undo',
    caller,
    (expected) => model.undo(expected, caller),
    (real) => ['PUT', readingPath(real, '/undo-approval')],
  ),
);

const reject = fc.tuple(mostlyAdmin, note).map(([caller, feedback]) =>
  call(
    'reject',
    caller,
    (expected) => model.reject(expected, caller, feedback),
    (real) => ['PUT', readingPath(real, '/reject'), { feedback }],
  ),
);

const remove = mostlyAdmin.map((caller) =>
  call(
    'delete',
    caller,
    (expected) => model.remove(expected, caller),
    ({ orderId }) => ['DELETE', `/orders/${orderId}`],
  ),
);

const restore = mostlyAdmin.map((caller) =>
  call(
    'restore',
    caller,
    (expected) => model.restore(expected, caller),
    ({ orderId }) => ['PUT', `/orders/${orderId}/restore`],
  ),
);

const assign = fc.tuple(mostlyAdmin, fc.constantFrom('rita', 'omar', null)).map(([caller, reader]) =>
  call(
    `assign to ${reader}`,
    caller,
    (expected) => model.assign(expected, caller, reader),
    ({ orderId }) => ['PUT', `/orders/${orderId}/assignee`, { readerId: reader && `id-of-${reader}` }],
  ),
);

const resend = fc.tuple(mostlyAdmin, fc.constantFrom(0, -1)).map(([caller, index]) =>
  call(
    index === 0 ? 'resend the first' : 'resend the newest',
    caller,
    (expected) => model.resend(expected, caller, index),
    (real) => ['POST', `/mails/${real.last.deliveries.at(index)?.id ?? 0}/resend`],
  ),
);

const changeMoney = fc
  .constantFrom(
    { refundedCents: 1000 },
    { refundedCents: 6000 },
    { isDisputed: true },
    { isDisputed: false },
    { isDisputed: false },
  )
  .map((money) =>
    step(`Stripe tells ${JSON.stringify(money)}`, 'outside', async (expected, real) => {
      const status = model.changeMoney(expected, money);
      const { refundedCents, isDisputed } = expected;
      real.app.payments.change(real.paymentIntentId, { refundedCents, isDisputed });
      const event = { id: `evt_${++eventCount}`, paymentId: real.paymentIntentId };
      assert.equal(await sendWebhook(real.app, event), status);
    }),
  );

const letPass = (time: Parameters<typeof model.passTime>[1]) =>
  step(`${time.milliseconds} ms pass, mail server: ${time.server}`, 'outside', async (expected, real) => {
    const { app } = real;
    app.clock.advance(time.milliseconds);
    const open = real.last.deliveries.find(({ state }) => state === 'queued');
    const nextAttemptAt = open?.next_attempt_at ?? 0;
    model.passTime(expected, time, nextAttemptAt <= app.clock.now());
    if (time.server === 'no worker') return;
    app.mailer.failWith(time.server === 'up' ? null : refusals[time.server]);
    await app.sendMail();
  });
const passTime = fc
  .record({
    milliseconds: fc.constantFrom(1, 30_000, undoMilliseconds, 600_000),
    server: fc.constantFrom('up', 'up', 'refuses', 'rejects', 'no worker'),
  })
  .map(letPass);

/** Many stories begin where others hardly ever arrive: the reading was written, approved, and has left or not. */
const openings: Step[][] = [
  [],
  [submitBy('admin', 'The Star.', null), approveBy('admin')],
  ...(['up', 'rejects'] as const).map((server) => [
    submitBy('admin', 'The Star.', null),
    approveBy('admin'),
    letPass({ milliseconds: undoMilliseconds, server }),
  ]),
];

/** What leads to an approval stands here more often, so that many stories have one. */
const steps: fc.Arbitrary<Step>[] = [
  ...[submit, submit, submit, edit, approve, approve, approve, approve, undo, reject, resend, resend],
  ...[remove, restore, restore, assign, changeMoney, passTime, passTime],
];

/** Any story of an order: no step answers otherwise than the model, and no invariant is broken. */
export function statusMachineProperty() {
  const opening = fc.constantFrom(...openings);
  const rest = fc.commands(steps, { maxCommands: 20, size: 'max' });
  return fc.asyncProperty(opening, rest, async (first, commands) => {
    const machine = await start();
    await fc.asyncModelRun(() => machine, [...first, ...commands]);
  });
}
