import fc from 'fast-check';
import { type Caller, startMachine, undoMilliseconds } from '../order-machine.ts';
import {
  approve,
  assign,
  changeMoney,
  edit,
  passTime,
  reject,
  remove,
  resend,
  restore,
  type Step,
  submit,
  undo,
} from '../order-steps.ts';
import { checkInBatches } from '../property.ts';
import type { Trial } from '../trial.ts';

/* The whole status machine of an order, through the real API: any sequence of the steps of order-steps.ts. */

const anyone = fc.constantFrom<Caller>('admin', 'admin', 'rita', 'omar');
/** Usually the admin, whose calls have an effect. */
const mostlyAdmin = fc.constantFrom<Caller>('admin', 'admin', 'admin', 'admin', 'rita', 'omar');
const text = fc.constantFrom('The Star.', 'The Moon.', 'The Sun.', 'The Tower.');
const note = fc.option(fc.constantFrom('First deck.', 'Second deck.'), { nil: null });

/** Steps that lead to an approval have more weight, so that many stories have one. */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anyone, text, note).map((said) => submit(...said)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(mostlyAdmin, fc.option(text, { nil: null }), note)
      .filter(([, content, notes]) => content !== null || notes !== null)
      .map((said) => edit(...said)),
  },
  { weight: 4, arbitrary: mostlyAdmin.map(approve) },
  { weight: 1, arbitrary: mostlyAdmin.map(undo) },
  { weight: 1, arbitrary: fc.tuple(mostlyAdmin, note).map((said) => reject(...said)) },
  { weight: 2, arbitrary: fc.tuple(mostlyAdmin, fc.constantFrom(0, -1)).map((said) => resend(...said)) },
  { weight: 1, arbitrary: mostlyAdmin.map(remove) },
  { weight: 2, arbitrary: mostlyAdmin.map(restore) },
  {
    weight: 1,
    arbitrary: fc.tuple(mostlyAdmin, fc.constantFrom('rita', 'omar', null)).map((said) => assign(...said)),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        { refundedMinor: 1000 },
        { refundedMinor: 6000 },
        { isDisputed: true },
        { isDisputed: false },
      )
      .map(changeMoney),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(1, 30_000, undoMilliseconds, 600_000),
        fc.constantFrom('up', 'up', 'refuses', 'rejects', 'no worker'),
      )
      .map((said) => passTime(...said)),
  },
);

/** Starts many stories where others rarely get: the reading was written and approved, and sent or not. */
const approved = [submit('admin', 'The Star.', null), approve('admin')];
const openings: Step[][] = [
  [],
  approved,
  [...approved, passTime(undoMilliseconds, 'up')],
  [...approved, passTime(undoMilliseconds, 'rejects')],
];

const story = fc.array(anyStep, { maxLength: 20, size: 'max' });
const anyStory = fc.asyncProperty(fc.constantFrom(...openings), story, async (first, rest) => {
  const { model, real } = await startMachine();
  for (const step of [...first, ...rest]) await step.run(model, real);
});

const anyOrderOfCalls: Trial = {
  table: 'fault',
  name: 'any order of calls',
  promise: 'the order moves along its table, its approved text is frozen, one delivery for each approval',
  counts: { quick: 150, full: 10_000 },
  async run(times, run) {
    await checkInBatches(anyStory, times, run);
    return '';
  },
};

export const trials: Trial[] = [anyOrderOfCalls];
